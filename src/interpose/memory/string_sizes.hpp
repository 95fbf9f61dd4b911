// How much of a string a function looks at that is given it.
#pragma once

#include <string.h>

#include <cstddef>

#include "interpose/memory/library_access.hpp"

namespace heddle::native {

inline std::size_t whole_string(const char* text) { return ::strlen(text) + 1; }

// Of a string that ends after `limit` bytes at the latest.
inline std::size_t limited_string(const char* text, std::size_t limit) {
  const std::size_t length = ::strnlen(text, limit);
  return length < limit ? length + 1 : limit;
}

// What a call with two strings goes on with.
inline ObjectId all_of(const void* one, const void* other, std::size_t size = 0) {
  return arguments(number_of(one), number_of(other), size);
}

}  // namespace heddle::native
