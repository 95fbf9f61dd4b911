// The streams of wide characters, with instrumentation.
#include "cpp_library/stream_functions.hpp"

namespace std {

HEDDLE_STREAMS(wchar_t)
HEDDLE_STREAM_OTHER(wchar_t, char)
template basic_istream<wchar_t>& operator>>(basic_istream<wchar_t>&, basic_string<wchar_t>&);

}  // namespace std
