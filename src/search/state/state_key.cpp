#include "search/state/state_key.hpp"

#include <algorithm>
#include <cmath>

namespace heddle::search {

double collision_chance(std::uint64_t states, int bits) {
  const auto number = static_cast<double>(states);
  return std::min(1.0, std::ldexp(number * number, -bits - 1));
}

}  // namespace heddle::search
