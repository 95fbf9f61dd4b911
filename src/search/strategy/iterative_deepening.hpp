// Search strategy that repeats depth-first search with a growing depth limit until the limit prunes
// nothing.  Finds short executions early like breadth-first search, in the memory of depth-first
// search.
//
// Each round clears the visited set.  With a visited set, the recipe must include the depth in the
// arrival: a state first reached near the limit is explored again when it is reached at a smaller
// depth.
#pragma once

#include <cstdint>
#include <memory>

#include "core/random.hpp"
#include "search/strategy/frontier.hpp"

namespace heddle::search {

class IterativeDeepening final : public Frontier {
 public:
  struct Limits {
    std::uint64_t first = 0;
    std::uint64_t step = 1;  // added for each further round
  };

  // `make` makes the frontier of a round.  REQUIRES: limits.step > 0.
  IterativeDeepening(MakeFrontier make, const Limits& limits, std::uint64_t seed);

  bool offer(const Path& path, std::span<const Choice> choices) override;
  bool revisited(const Path& path, std::vector<Choice>& into) override;
  bool next(Branch& into) override;
  FrontierSummary summary() const override { return inside_->summary(); }

 private:
  MakeFrontier make_;
  std::unique_ptr<Frontier> inside_;
  Random seeds_;
  std::uint64_t limit_;
  std::uint64_t step_;
  bool has_cut_ = false;  // in this round
};

}  // namespace heddle::search
