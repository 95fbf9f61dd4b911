// The smallest thread first, and its smallest alternative.
#pragma once

#include "search/heuristics/rank.hpp"

namespace heddle::search {

class ThreadIndex final : public Rank {
 public:
  Cost cost(const Path& path, const Choice& choice) override;
  std::string_view name() const override { return "thread index"; }
};

}  // namespace heddle::search
