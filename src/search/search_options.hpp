// What a user may ask of a search.
#pragma once

#include <cstdint>
#include <optional>

namespace heddle::search {

enum class Order : std::uint8_t { thread_index, random };

struct SearchOptions {
  Order order = Order::thread_index;                        // in which siblings are tried
  std::optional<std::uint64_t> preemptions = std::nullopt;  // at most so many in one run
  std::optional<std::uint64_t> depth = std::nullopt;        // at most so many steps in one run
  std::uint64_t seed = 0;                                   // of all randomness
  bool fair = true;  // leave out schedules that starve a thread for ever
};

}  // namespace heddle::search
