// Greedy depth-first search along a sequence of locations (Rungta and Mercer, figures 2 to 5).  The
// best successor of the present state is taken; the others become backtrack states.  When a path
// ends, a meta level (the number of observed locations) is drawn, and among its backtrack states of
// the smallest secondary value one is drawn.
//
// Departures from the figures, which leave these open or are wrong there: level 0 is drawn too, and
// only levels that have states; level x has weight 2^x; each set of states has a minimum of its
// own; beyond the capacity the state of the lowest level and, within it, of the largest value is
// dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/random.hpp"
#include "search/heuristics/location_heuristics.hpp"
#include "search/heuristics/rank.hpp"
#include "search/strategy/frontier.hpp"

namespace heddle::search {

class Guided final : public Frontier {
 public:
  struct Parts {
    std::shared_ptr<const ObservedLocations> observed;
    std::shared_ptr<Rank> secondary;  // null: every thread is as near as any other
    std::size_t capacity = 100'000;   // backtrack states, as in the paper
    std::uint64_t seed = 1;
  };
  explicit Guided(Parts parts) : parts_(std::move(parts)), random_(parts_.seed) {}

  // REQUIRES: the choices are sorted by the two tiers.
  bool offer(const Path& path, std::span<const Choice> choices) override;
  bool next(Branch& into) override;
  FrontierSummary summary() const override {
    return {.takes_all = dropped_ == 0, .pruned = dropped_};
  }

 private:
  struct Source {
    PlaceRef place;
    std::size_t waiting = 0;  // branches that start there
  };
  struct Open {
    std::shared_ptr<Source> source;
    Decision decision;
  };
  using Level = std::map<Cost, std::vector<Open>>;  // by secondary value

  void keep(std::size_t level, Cost value, Open open);
  void drop_worst();
  std::size_t draw_level();

  Parts parts_;
  Random random_;
  std::vector<Level> levels_;
  std::size_t waiting_ = 0;
  std::uint64_t dropped_ = 0;
  Choice best_;           // at the state that was offered last
  bool arrived_ = false;  // which has not been left since
};

}  // namespace heddle::search
