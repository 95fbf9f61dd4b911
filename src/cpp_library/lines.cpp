// Words, lines and skipped characters of streams of char, with instrumentation.
#include "cpp_library/lines.hpp"

namespace std {

HEDDLE_LINES(char)

template <>
HEDDLE_WEAK istream& operator>>(istream& in, string& into) {
  return read_word(in, into);
}

#if _GLIBCXX_RELEASE >= 11
HEDDLE_WEAK void __istream_extract(istream& in, char* into, streamsize size) {
  extract(in, false, [&](basic_streambuf<char>& buffer, Extraction& done) {
    const streamsize width = in.width() > 0 && in.width() < size ? in.width() : size;
    read_word(in, buffer, static_cast<size_t>(width - 1), done,
              [&](char character) { *into++ = character; });
    *into = '\0';
    in.width(0);
  });
}
#endif

}  // namespace std
