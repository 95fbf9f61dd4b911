// The program's heap with empty arenas, for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "runtime/world.hpp"

namespace heddle::native {

class HeapByHand : public testing::Test {
 protected:
  HeapByHand() {
    heap();  // maps the World
    world().arenas.fill(Arena{});
  }
};

inline std::uintptr_t number_of(const void* block) {
  return reinterpret_cast<std::uintptr_t>(block);
}

inline bool is_filled(const void* block, std::size_t size, unsigned char with) {
  const auto* bytes = static_cast<const unsigned char*>(block);
  return size == 0 || (bytes[0] == with && std::memcmp(bytes, bytes + 1, size - 1) == 0);
}

}  // namespace heddle::native
