// A decision that could be taken at a state of the current path.
#pragma once

#include <cstdint>

#include "core/decision.hpp"

namespace heddle::search {

struct Choice {
  std::uint32_t depth = 0;  // of the state where it is open: the number of steps that lead there
  Decision decision;

  friend bool operator==(const Choice&, const Choice&) = default;
};

}  // namespace heddle::search
