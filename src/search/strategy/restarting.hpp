// Depth-first search that begins again from the initial state with fresh random streams after so
// many states, with nothing seen.  A round that gave nothing up ends the search: it saw everything.
// So does, where what was given up is taken in the end, one that came that far.
#pragma once

#include <cstdint>
#include <memory>

#include "core/random.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"
#include "search/strategy/depth_first.hpp"
#include "search/strategy/luby.hpp"

namespace heddle::search {

class Restarting final : public Frontier {
 public:
  // `order` is what sorts siblings, to be given fresh streams too.  REQUIRES: options.every > 0.
  Restarting(std::unique_ptr<DepthFirst> round, Ranking order, const Restarts& options,
             std::uint64_t seed);

  bool offer(const Path& path, std::span<const Choice> choices) override;
  void revisited(const Path& path, std::vector<Choice>& into) override;
  bool next(Branch& into) override;
  FrontierSummary summary() const override { return round_->summary(); }

 private:
  void begin_again(Branch& into);
  void allow();

  std::unique_ptr<DepthFirst> round_;
  Ranking order_;
  Restarts options_;
  Random seeds_;
  Luby luby_;
  std::uint64_t states_ = 1;  // found in this round
  std::uint64_t allowed_ = 0;
};

}  // namespace heddle::search
