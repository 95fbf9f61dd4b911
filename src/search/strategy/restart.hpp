// Search strategy that takes the best choice of each state to the end of the execution and then
// restarts at the initial state.  With a random order this is the random walk, which also yields an
// estimate of the number of schedules.  The end of the program is delayed (end_delay.hpp).  The
// search never ends by itself and needs a budget.
#pragma once

#include <cstdint>

#include "core/random.hpp"
#include "search/strategy/end_delay.hpp"
#include "search/strategy/frontier.hpp"

namespace heddle::search {

class Restart final : public Frontier {
 public:
  explicit Restart(std::uint64_t seed) : random_(Random(seed).split(1)) {}

  bool offer(const Path& path, std::span<const Choice> choices) override;
  bool next(Branch& into) override;
  // REQUIRES: every choice was equally likely to be the best, or the estimate is wrong.
  FrontierSummary summary() const override {
    return {.takes_all = false, .estimate = size_.estimate()};
  }

 private:
  bool draw_end(const Path& path, std::span<const Choice> choices);

  Random random_;
  EndDelay delay_;
  TreeSize size_;
  Choice best_;
  bool has_best_ = false;
};

}  // namespace heddle::search
