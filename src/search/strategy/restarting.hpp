// Search strategy that begins again from the initial state with fresh random streams and an empty
// visited set: after so many states, and when a round is exhausted.  A round that gave nothing up
// ends the search: it saw everything.  Where given-up choices are taken in the end, a round that
// came that far is the last.
#pragma once

#include <cstdint>
#include <memory>

#include "core/random.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"
#include "search/strategy/frontier.hpp"
#include "search/strategy/luby.hpp"

namespace heddle::search {

class Restarting final : public Frontier {
 public:
  // `make` makes the frontier of a round, and `order` sorts siblings; both draw from the seed of
  // the round.
  Restarting(MakeFrontier make, Ranking order, const Restarts& options, std::uint64_t seed);

  bool offer(const Path& path, std::span<const Choice> choices) override;
  void revisited(const Path& path, std::vector<Choice>& into) override;
  bool next(Branch& into) override;
  FrontierSummary summary() const override;

 private:
  void begin_again(Branch& into);
  void allow();

  MakeFrontier make_;
  std::unique_ptr<Frontier> round_;
  Ranking order_;
  Restarts options_;
  Random seeds_;
  Luby luby_;
  std::uint64_t states_ = 1;  // found in this round
  std::uint64_t allowed_ = 0;
  std::uint64_t restarts_ = 0;
};

}  // namespace heddle::search
