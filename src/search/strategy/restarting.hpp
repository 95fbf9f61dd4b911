// Search strategy that begins again from the initial state with fresh random streams and an empty
// visited set: after so many states, and when a round is exhausted.  An exhausted round that gave
// nothing up ends the search: it saw everything.  Where given-up choices are taken in the end, a
// round that came that far is the last.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "core/random.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"
#include "search/strategy/frontier.hpp"
#include "search/strategy/luby.hpp"

namespace heddle::search {

class Restarting final : public Frontier {
 public:
  using MakeRound =
      std::function<std::unique_ptr<Frontier>(std::uint64_t seed, std::uint64_t round)>;
  using StatesOfRound = std::function<std::uint64_t(std::uint64_t round)>;

  // `make` makes the frontier of a round, and `order` sorts siblings; both draw from the seed of
  // the round.  `states` limits a round that the options do not limit; may be null.
  Restarting(MakeRound make, Ranking order, const Restarts& options, std::uint64_t seed,
             StatesOfRound states = nullptr);

  bool offer(const Path& path, std::span<const Choice> choices) override;
  bool revisited(const Path& path, std::vector<Choice>& into) override;
  bool next(Branch& into) override;
  FrontierSummary summary() const override;

 private:
  void begin_again(Branch& into);
  void allow();

  MakeRound make_;
  StatesOfRound states_of_round_;
  std::unique_ptr<Frontier> round_;
  Ranking order_;
  Restarts options_;
  Random seeds_;
  Luby luby_;
  std::uint64_t states_ = 1;  // found in this round
  std::uint64_t allowed_ = 0;
  std::uint64_t restarts_ = 0;
  bool is_cut_short_ = false;  // the last round ended with open choices
};

}  // namespace heddle::search
