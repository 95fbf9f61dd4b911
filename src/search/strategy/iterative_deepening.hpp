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

#include "search/strategy/frontier.hpp"

namespace heddle::search {

class IterativeDeepening final : public Frontier {
 public:
  // Limits are first, first + step, ...  `inside` takes branches of the current path alone.
  // REQUIRES: step > 0.
  IterativeDeepening(std::unique_ptr<Frontier> inside, std::uint64_t first, std::uint64_t step);

  bool offer(const Path& path, std::span<const Choice> choices) override;
  void revisited(const Path& path, std::vector<Choice>& into) override;
  bool next(Branch& into) override;
  FrontierSummary summary() const override { return inside_->summary(); }

 private:
  std::unique_ptr<Frontier> inside_;
  std::uint64_t limit_;
  std::uint64_t step_;
  bool has_cut_ = false;  // in this round
};

}  // namespace heddle::search
