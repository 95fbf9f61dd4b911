// Depth-first search that backtracks at random (Parizek and Lhotak: "Randomized backtracking in
// state space traversal", SPIN 2011).  Its policy decides when a state is left with open choices,
// and how far the jump goes back.  The choices that are given up may be kept and taken later.
#pragma once

#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "search/strategy/backtrack_policy.hpp"
#include "search/strategy/frontier.hpp"
#include "search/strategy/open_choices.hpp"
#include "search/strategy/pruned.hpp"

namespace heddle::search {

class RandomizedBacktracking final : public Frontier {
 public:
  // How the choices that are given up are kept.
  struct Keeping {
    bool complete = false;   // they are taken when nothing else is left
    bool returns = false;    // the policy may ask to go on from one of them
    bool look_up = false;    // a state reached again offers what it lost: states are remembered
    std::uint64_t seed = 0;  // for returns
  };

  RandomizedBacktracking(BacktrackPolicy policy, const Keeping& keeping);

  bool offer(const Path& path, std::span<const Choice> choices) override;
  bool revisited(const Path& path, std::vector<Choice>& into) override;
  bool next(Branch& into) override;
  FrontierSummary summary() const override;

 private:
  void arrive(const Path& path);
  bool turn_back();
  void leave_exhausted();
  void leave_early();
  void give_up(std::uint32_t from);
  bool go_on();
  void suspend();
  Lost take_deepest_state();
  void open(Lost lost);
  bool is_early();
  bool switches(const Choice& choice) const;
  bool keeps_places() const { return keeping_.complete || keeping_.returns; }

  BacktrackPolicy policy_;
  Keeping keeping_;
  Random random_;
  OpenChoices open_;
  Pruned lost_;
  std::vector<Lost> suspended_;  // what was open when the search went elsewhere, the next one last
  std::vector<OpenState> states_;  // of the path, by depth
  PlaceRef root_;                  // where the search went; everything open is there or below
  std::uint32_t root_depth_ = 0;
  std::uint32_t at_ = 0;  // the depth of the state that the search is about to leave or go on from
  std::uint64_t pruned_ = 0;
  bool fresh_ = false;       // that state was just offered
  bool seen_ = false;        // it was already visited
  bool forced_ = false;      // the next choice is taken without asking
  bool completing_ = false;  // the random phase is over: the given-up choices are taken
  bool over_ = false;
};

}  // namespace heddle::search
