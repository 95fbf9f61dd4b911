#include "search/strategy/jump_length.hpp"

#include <algorithm>
#include <bit>

#include "core/check.hpp"

namespace heddle::search {

JumpLength::JumpLength(Jump jump, BacktrackVariants::Length length, const Random& random)
    : jump_(jump), length_(length), random_(random) {
  HEDDLE_CHECK(jump != Jump::exhaustive, "a search that never jumps needs no length");
}

std::uint64_t JumpLength::next(std::uint32_t depth, std::uint64_t floor) {
  if (jump_ == Jump::luby) return luby_.next();
  return jump_ == Jump::random ? draw(depth, floor) : 1;
}

std::uint64_t JumpLength::draw(std::uint32_t depth, std::uint64_t floor) {
  switch (length_) {
    case BacktrackVariants::Length::below_threshold:
      return depth < floor ? 1 : 1 + random_.below(depth - floor + 1);
    case BacktrackVariants::Length::whole_depth:
      return 1 + random_.below(std::max<std::uint64_t>(depth, 1));
    case BacktrackVariants::Length::geometric:
      break;
  }
  // 1 with chance 1/2, 2 with 1/4, ...
  return 1 + static_cast<std::uint64_t>(std::countr_zero(random_.next() | (1ULL << 63)));
}

}  // namespace heddle::search
