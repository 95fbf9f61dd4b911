// Words, lines and skipped characters of streams of wide characters, with instrumentation.
#include "cpp_library/lines.hpp"

namespace std {

HEDDLE_LINES(wchar_t)

#if _GLIBCXX_RELEASE >= 11
template void __istream_extract(wistream&, wchar_t*, streamsize);
#endif

}  // namespace std
