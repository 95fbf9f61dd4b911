// Breadth-first search that jumps in its queue and drops some deep branches.  With the chance R the
// oldest branch is taken.  Otherwise a jump passes over some of the oldest, which stay in the
// queue: over one, over the next number of the Luby sequence, or over any number.  The choices of a
// state at the threshold or deeper are kept with the chance R.  Everything above the threshold is
// explored.  (A next step that Parizek and Lhotak propose for randomized backtracking.)
#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include "core/random.hpp"
#include "search/engine/option_types.hpp"
#include "search/strategy/frontier.hpp"
#include "search/strategy/luby.hpp"
#include "search/strategy/ratio.hpp"

namespace heddle::search {

class RandomizedBreadthFirst final : public Frontier {
 public:
  // An absent threshold is 0.  REQUIRES: options.jump is not exhaustive.
  RandomizedBreadthFirst(const Backtrack& options, std::uint64_t seed)
      : jump_(options.jump),
        threshold_(options.threshold.value_or(0)),
        ratio_(options.ratio),
        random_(seed) {}

  bool offer(const Path& path, std::span<const Choice> choices) override;
  bool next(Branch& into) override;
  FrontierSummary summary() const override {
    return {.takes_all = is_over_ && dropped_ == 0, .pruned = dropped_};
  }

 private:
  struct Source {
    PlaceRef place;
    std::size_t waiting = 0;  // branches that start there
  };
  struct Open {
    std::shared_ptr<Source> source;  // null: taken out of turn
    Decision decision;
  };

  std::size_t pick();
  std::size_t pick_any();
  std::size_t pick_behind(std::uint64_t passed);
  void tidy();

  Jump jump_;
  std::uint64_t threshold_;
  Ratio ratio_;
  Luby luby_;
  Random random_;
  std::deque<Open> open_;  // by age; the first is never a taken one
  std::size_t waiting_ = 0;
  std::uint64_t dropped_ = 0;
  bool is_over_ = false;
};

}  // namespace heddle::search
