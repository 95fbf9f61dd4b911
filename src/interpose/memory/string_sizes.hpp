// Computes how much of a string a function reads.
#pragma once

#include <string.h>

#include <cstddef>

#include "interpose/memory/library_access.hpp"

namespace heddle::native {

inline std::size_t whole_string(const char* text) { return ::strlen(text) + 1; }

// Returns the size for a string that ends after at most `limit` bytes.
inline std::size_t limited_string(const char* text, std::size_t limit) {
  const std::size_t length = ::strnlen(text, limit);
  return length < limit ? length + 1 : limit;
}

// Returns the values that a call with two strings uses after a pause.
inline ObjectId all_of(const void* one, const void* other, std::size_t size = 0) {
  return arguments(number_of(one), number_of(other), size);
}

}  // namespace heddle::native
