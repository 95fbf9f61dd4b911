// Search strategy that takes the best choice of each state to the end of the execution and then
// restarts at the initial state.  With a random order this is the random walk, which also yields an
// estimate of the number of schedules.  It never ends by itself and needs a budget.
#pragma once

#include "search/strategy/frontier.hpp"

namespace heddle::search {

class Restart final : public Frontier {
 public:
  bool offer(const Path& path, std::span<const Choice> choices) override;
  bool next(Branch& into) override;
  bool takes_all() const override { return false; }
  // REQUIRES: every choice was equally likely to be the best.
  std::optional<TreeEstimate> estimate() const override { return size_.estimate(); }
  std::string_view name() const override { return "restart"; }

 private:
  TreeSize size_;
  Choice best_;
  bool has_best_ = false;
};

}  // namespace heddle::search
