// The accesses of a call whose number depends on its arguments, such as a format.
#pragma once

#include <array>
#include <cstddef>

#include "interpose/memory/library_access.hpp"

namespace heddle::native {

class AccessSet {
 public:
  static constexpr std::size_t kMost = 32;  // further accesses of one call are not observed

  void add(const PlainAccess& access) {
    if (count_ < kMost) all_[count_++] = access;
  }

  std::size_t size() const { return count_; }
  PlainAccess& operator[](std::size_t i) { return all_[i]; }
  const PlainAccess& operator[](std::size_t i) const { return all_[i]; }
  PlainAccess* begin() { return all_.data(); }
  PlainAccess* end() { return all_.data() + count_; }
  const PlainAccess* begin() const { return all_.data(); }
  const PlainAccess* end() const { return all_.data() + count_; }

 private:
  std::array<PlainAccess, kMost> all_{};
  std::size_t count_ = 0;
};

}  // namespace heddle::native
