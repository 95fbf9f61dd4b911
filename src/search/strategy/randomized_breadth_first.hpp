// Breadth-first search that does not always take the oldest branch and drops some deep ones: with
// the chance R the oldest is taken, otherwise any; what a state at the threshold or deeper opens is
// kept with the chance R.  Everything above the threshold is explored.  (A next step that Parizek
// and Lhotak propose for randomized backtracking.)
#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include "core/random.hpp"
#include "search/strategy/frontier.hpp"
#include "search/strategy/ratio.hpp"

namespace heddle::search {

class RandomizedBreadthFirst final : public Frontier {
 public:
  RandomizedBreadthFirst(std::uint64_t threshold, const Ratio& ratio, std::uint64_t seed)
      : threshold_(threshold), ratio_(ratio), random_(seed) {}

  bool offer(const Path& path, std::span<const Choice> choices) override;
  bool next(Branch& into) override;
  FrontierSummary summary() const override { return {.takes_all = false, .pruned = dropped_}; }

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
  void tidy();

  std::uint64_t threshold_;
  Ratio ratio_;
  Random random_;
  std::deque<Open> open_;  // by age; the first is never a taken one
  std::size_t waiting_ = 0;
  std::uint64_t dropped_ = 0;
};

}  // namespace heddle::search
