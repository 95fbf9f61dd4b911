// Computes the number of transitions that a jump goes back over.
#pragma once

#include <cstdint>

#include "core/random.hpp"
#include "search/engine/option_types.hpp"
#include "search/strategy/luby.hpp"

namespace heddle::search {

class JumpLength {
 public:
  // REQUIRES: `jump` is not exhaustive.
  JumpLength(Jump jump, BacktrackVariants::Length length, const Random& random);

  // Returns the length of the next jump, at least 1.  The jump begins at `depth`; jumps may begin
  // at depth `floor` or deeper.
  std::uint64_t next(std::uint32_t depth, std::uint64_t floor);

 private:
  std::uint64_t draw(std::uint32_t depth, std::uint64_t floor);

  Jump jump_;
  BacktrackVariants::Length length_;
  Random random_;
  Luby luby_;
};

}  // namespace heddle::search
