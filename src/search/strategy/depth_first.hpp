// Search strategy that takes the deepest open branch, and there the best choice.  With a retreat it
// may backtrack before all choices of a state are taken.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "search/strategy/frontier.hpp"
#include "search/strategy/pruned.hpp"
#include "search/strategy/retreat.hpp"

namespace heddle::search {

class DepthFirst final : public Frontier {
 public:
  // How the choices that the retreat gives up are kept.
  struct Keeping {
    bool complete = false;   // they are taken when nothing else is left
    bool returns = false;    // the retreat may ask to go on from one of them
    bool look_up = false;    // a state reached again offers what it lost: states are remembered
    std::uint64_t seed = 0;  // for returns
  };

  // Takes everything that is offered.
  DepthFirst() : DepthFirst(nullptr, Keeping()) {}
  DepthFirst(std::unique_ptr<Retreat> retreat, const Keeping& keeping);

  bool offer(const Path& path, std::span<const Choice> choices) override;
  void revisited(const Path& path, std::vector<Choice>& into) override;
  bool next(Branch& into) override;
  FrontierSummary summary() const override;

  // Drops all open and given-up choices.  The search restarts at the initial state, which offers
  // all of its choices again.
  void begin_again(std::uint64_t seed);

  // Returns whether the random phase is over and the given-up choices are being taken.
  bool is_completing() const { return completing_; }

 private:
  void take(Branch& into);

  void arrive(const Path& path);
  bool next_after_retreat(Branch& into);
  bool turn_back();
  void leave_exhausted();
  void leave_early();
  void give_up(std::uint32_t from);
  bool go_on();
  void suspend();
  Lost take_top();
  void open(Lost lost);
  bool switches(const Choice& choice) const;
  bool keeps_places() const { return keeping_.complete || keeping_.returns; }

  std::vector<Choice> open_;  // the next one last; depths ascend

  // The rest is for a retreat alone.
  std::unique_ptr<Retreat> retreat_;
  Keeping keeping_;
  Random random_;
  Pruned lost_;
  std::vector<Lost> suspended_;  // what was open when the search went elsewhere, the next one last
  std::vector<OpenState> states_;  // of the path, by depth
  PlaceRef root_;                  // where the search went; everything open is there or below
  std::uint32_t root_depth_ = 0;
  std::uint32_t at_ = 0;  // the depth of the state that the search is about to leave or go on from
  std::uint64_t pruned_ = 0;
  bool fresh_ = false;   // that state was just offered
  bool seen_ = false;    // it was already visited
  bool forced_ = false;  // the next choice is taken without asking
  bool completing_ = false;
  bool over_ = false;
};

}  // namespace heddle::search
