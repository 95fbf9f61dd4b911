// The streams of char, with instrumentation.
#include "cpp_library/stream_functions.hpp"

namespace std {

HEDDLE_STREAMS(char)
HEDDLE_STREAM_OTHER(char, signed char)
HEDDLE_STREAM_OTHER(char, unsigned char)
template basic_istream<char>& operator>>(basic_istream<char>&, signed char&);
template basic_istream<char>& operator>>(basic_istream<char>&, unsigned char&);

}  // namespace std
