// Which plain accesses are scheduling points.
#pragma once

#include <cstdint>

namespace heddle::native {

enum class PlainPoints : std::uint8_t {
  none,
  shared,  // to memory that threads share, see shared_memory.hpp
  all,     // but for those to a thread's own stack and variables, see private_memory.hpp
  racing,  // to memory where data races were found, see racing_memory
};

[[gnu::visibility("hidden")]] extern PlainPoints g_plain_points;

}  // namespace heddle::native
