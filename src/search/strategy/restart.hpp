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
  // REQUIRES: every choice was equally likely to be the best, or the estimate is wrong.
  FrontierSummary summary() const override {
    return {.takes_all = false, .estimate = size_.estimate()};
  }

 private:
  TreeSize size_;
  Choice best_;
  bool has_best_ = false;
};

}  // namespace heddle::search
