// Never early: states are left when all their choices were taken.
#pragma once

#include "search/strategy/retreat.hpp"

namespace heddle::search {

class WhenExhausted final : public Retreat {
 public:
  bool is_early(const Outlook&) override { return false; }
  std::uint32_t jump(std::uint32_t depth) override { return depth; }
};

}  // namespace heddle::search
