// Words, lines and skipped characters of streams of wide characters, with instrumentation.
#include "cpp_library/lines.hpp"

namespace std {

HEDDLE_LINES(wchar_t)

}  // namespace std
