// Arriving at a state: the circumstances that a visited set compares, and its answer.
#pragma once

#include <cstdint>

namespace heddle::search {

class Path;

// A bit for each of the first 32 threads; the others never sleep.
using SleepSet = std::uint32_t;

// How the path reached its last state.
struct Arrival {
  std::uint64_t spent = 0;  // of a bound: cheaper arrivals may reach further
  SleepSet asleep = 0;
  std::uint32_t depth = 0;
};

enum class Visit : std::uint8_t {
  fresh,     // a new state
  reopened,  // a visited state that has to be explored again: this arrival may reach further
  known,     // pruned
};

// Describes arrivals, for a visited set that distinguishes them.
class Arrivals {
 public:
  virtual ~Arrivals() = default;
  virtual Arrival arrival(const Path& path) const = 0;
};

}  // namespace heddle::search
