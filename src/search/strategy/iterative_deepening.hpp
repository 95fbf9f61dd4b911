// Depth-first again and again, each time deeper, until nothing was left out for its depth: finds
// short runs early like breadth-first search, in the memory of depth-first search.
//
// With a memory of states every round forgets those of the round before, and the recipe must count
// depth in the arrival: a state first met near the limit is explored again when it is met higher
// up.
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
  bool takes_all() const override { return inside_->takes_all(); }
  std::uint64_t pruned() const override { return inside_->pruned(); }
  std::string_view name() const override { return "iterative deepening"; }

 private:
  std::unique_ptr<Frontier> inside_;
  std::uint64_t limit_;
  std::uint64_t step_;
  bool has_cut_ = false;  // in this round
};

}  // namespace heddle::search
