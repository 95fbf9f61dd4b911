// The functions of streams that libstdc++ specialises for char and wide characters and keeps in its
// shared library: extraction of words, lines and characters to ignore, as the standard specifies
// them.
#pragma once

#include <bits/cxxabi_forced.h>

#include <istream>
#include <limits>
#include <locale>
#include <string>

// Weak, so that a static libstdc++ may define them too.
#define HEDDLE_WEAK [[gnu::weak]]

namespace std {
namespace {

template <typename Char>
bool is_end(typename char_traits<Char>::int_type character) {
  return char_traits<Char>::eq_int_type(character, char_traits<Char>::eof());
}

template <typename Char>
bool is_same(typename char_traits<Char>::int_type character, Char other) {
  return char_traits<Char>::eq_int_type(character, char_traits<Char>::to_int_type(other));
}

struct Extraction {
  ios_base::iostate state = ios_base::goodbit;
  bool has_any = false;  // otherwise failbit is set
};

// Calls `read` unless the sentry refuses.  An exception of the buffer becomes badbit.
template <typename Char, typename Read>
void extract(basic_istream<Char>& in, bool keeps_blanks, Read read) {
  Extraction done;
  const typename basic_istream<Char>::sentry ready(in, keeps_blanks);
  if (ready) {
    try {
      read(*in.rdbuf(), done);
    } catch (__cxxabiv1::__forced_unwind&) {
      in._M_setstate(ios_base::badbit);
      throw;
    } catch (...) {
      in._M_setstate(ios_base::badbit);
    }
  }
  if (!done.has_any) done.state |= ios_base::failbit;
  if (done.state != ios_base::goodbit) in.setstate(done.state);
}

// Passes a word of at most so many characters to `put`.
template <typename Char, typename Put>
void read_word(basic_istream<Char>& in, basic_streambuf<Char>& buffer, size_t most,
               Extraction& done, Put put) {
  const auto& kinds = use_facet<ctype<Char>>(in.getloc());
  auto next = buffer.sgetc();
  size_t count = 0;
  while (count < most && !is_end<Char>(next) &&
         !kinds.is(ctype_base::space, char_traits<Char>::to_char_type(next))) {
    put(char_traits<Char>::to_char_type(next));
    ++count;
    done.has_any = true;
    next = buffer.snextc();
  }
  if (count < most && is_end<Char>(next)) done.state |= ios_base::eofbit;
}

template <typename Char>
basic_istream<Char>& read_word(basic_istream<Char>& in, basic_string<Char>& into) {
  extract(in, false, [&](basic_streambuf<Char>& buffer, Extraction& done) {
    into.erase();
    const size_t most = in.width() > 0 ? static_cast<size_t>(in.width()) : into.max_size();
    read_word(in, buffer, most, done, [&](Char character) { into.push_back(character); });
    in.width(0);
  });
  return in;
}

// Passes a line of at most so many characters to `put`.  Returns whether it ended with `end`, which
// is extracted too.
template <typename Char, typename Put>
bool read_line(basic_streambuf<Char>& buffer, size_t most, Char end, Extraction& done, Put put) {
  auto next = buffer.sgetc();
  size_t count = 0;
  while (count < most && !is_end<Char>(next) && !is_same(next, end)) {
    put(char_traits<Char>::to_char_type(next));
    ++count;
    done.has_any = true;
    next = buffer.snextc();
  }
  if (is_end<Char>(next)) {
    done.state |= ios_base::eofbit;
    return false;
  }
  if (!is_same(next, end)) {
    done.state |= ios_base::failbit;
    return false;
  }
  done.has_any = true;
  buffer.sbumpc();
  return true;
}

template <typename Char>
basic_istream<Char>& read_line(basic_istream<Char>& in, basic_string<Char>& into, Char end) {
  extract(in, true, [&](basic_streambuf<Char>& buffer, Extraction& done) {
    into.erase();
    read_line(buffer, into.max_size(), end, done,
              [&](Char character) { into.push_back(character); });
  });
  return in;
}

// Reads a line into an array of so many characters.  `count`: the characters extracted.
template <typename Char>
void read_line(basic_istream<Char>& in, Char* into, streamsize size, Char end, streamsize& count) {
  count = 0;
  extract(in, true, [&](basic_streambuf<Char>& buffer, Extraction& done) {
    const size_t most = size > 1 ? static_cast<size_t>(size - 1) : 0;
    if (read_line(buffer, most, end, done, [&](Char character) {
          *into++ = character;
          ++count;
        })) {
      ++count;
    }
  });
  if (size > 0) *into = Char();
}

// Extracts so many characters, all if it is the greatest number, up to one for which `ends` holds,
// which is extracted too.
template <typename Char, typename Ends>
void skip(basic_istream<Char>& in, streamsize most, streamsize& count, Ends ends) {
  constexpr streamsize kAll = numeric_limits<streamsize>::max();
  count = 0;
  if (most <= 0) {
    const typename basic_istream<Char>::sentry ready(in, true);  // may set failbit
    return;
  }
  extract(in, true, [&](basic_streambuf<Char>& buffer, Extraction& done) {
    done.has_any = true;  // nothing to ignore is no failure
    auto next = buffer.sgetc();
    while (!is_end<Char>(next)) {
      const bool is_last = ends(next);
      if (count < kAll) ++count;
      if (is_last || (count == most && most != kAll)) {
        buffer.sbumpc();
        return;
      }
      next = buffer.snextc();
    }
    done.state |= ios_base::eofbit;
  });
}

template <typename Char>
streamsize copy_all(basic_streambuf<Char>& from, basic_streambuf<Char>& to, bool& is_at_end) {
  streamsize count = 0;
  auto next = from.sgetc();
  is_at_end = true;
  while (!is_end<Char>(next)) {
    if (is_end<Char>(to.sputc(char_traits<Char>::to_char_type(next)))) {
      is_at_end = false;
      break;
    }
    ++count;
    next = from.snextc();
  }
  return count;
}

}  // namespace

}  // namespace std

#define HEDDLE_LINES(type)                                                                      \
  template <>                                                                                   \
  HEDDLE_WEAK basic_istream<type>& getline(basic_istream<type>& in, basic_string<type>& into,   \
                                           type end) {                                          \
    return read_line(in, into, end);                                                            \
  }                                                                                             \
  template <>                                                                                   \
  HEDDLE_WEAK basic_istream<type>& basic_istream<type>::getline(type* into, streamsize size,    \
                                                                type end) {                     \
    read_line(*this, into, size, end, _M_gcount);                                               \
    return *this;                                                                               \
  }                                                                                             \
  template <>                                                                                   \
  HEDDLE_WEAK basic_istream<type>& basic_istream<type>::ignore(streamsize most) {               \
    skip(*this, most, _M_gcount, [](int_type) { return false; });                               \
    return *this;                                                                               \
  }                                                                                             \
  template <>                                                                                   \
  HEDDLE_WEAK basic_istream<type>& basic_istream<type>::ignore(streamsize most, int_type end) { \
    skip(*this, most, _M_gcount,                                                                \
         [end](int_type next) { return char_traits<type>::eq_int_type(next, end); });           \
    return *this;                                                                               \
  }                                                                                             \
  template <>                                                                                   \
  HEDDLE_WEAK streamsize __copy_streambufs_eof(basic_streambuf<type>* from,                     \
                                               basic_streambuf<type>* to, bool& is_at_end) {    \
    return copy_all(*from, *to, is_at_end);                                                     \
  }
