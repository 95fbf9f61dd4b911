// The sleep sets of the states on the path (Godefroid, "Partial-Order Methods for the Verification
// of Concurrent Systems", 1996).  An explored step is asleep in the subtrees of its later siblings,
// until a dependent step wakes it.
//
// For searches with a visited set that stores sleep sets (VisitedAsleep).  Stateless searches use
// por/sleep_sets.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/dependence.hpp"
#include "search/por/path_analysis.hpp"
#include "search/por/step_accesses.hpp"
#include "search/state/visit.hpp"

namespace heddle::search {

inline constexpr std::uint16_t kThreadsThatSleep = 32;

constexpr SleepSet bit_of(ThreadId thread) {
  return index(thread) < kThreadsThatSleep ? SleepSet{1} << index(thread) : 0;
}

class PathSleepSets final : public PathAnalysis, public Arrivals {
 public:
  // The sleep set of the last state of the path.
  SleepSet asleep() const;
  // Wakes the other threads there.
  void keep(SleepSet asleep);

  Arrival arrival(const Path& path) const override {
    return {.asleep = asleep(), .depth = path.depth()};
  }

  void stepping(const Path& path, Decision decision) override;
  void stepped(const Path& path) override;
  void rewound(const Path& path) override;

 private:
  // A step taken at a state of the path, with its accesses: a part of `accesses_`.
  struct SleepingStep {
    ThreadId thread = kNoThread;
    std::uint32_t first = 0;
    std::uint32_t end = 0;
  };
  // The sleep set data of one state.
  struct Node {
    std::uint32_t first = 0;    // of `sleeping_`
    std::uint32_t end = 0;      // the rest are those of later states
    SleepingStep taken;         // the step that left it last...
    bool falls_asleep = false;  // ...when everything that begins with it is explored
  };

  std::span<const Access> accesses_of(const SleepingStep& sleeper) const {
    return std::span(accesses_).subspan(sleeper.first, sleeper.end - sleeper.first);
  }
  void add_footprint(const StateView& view);
  bool touches_all(const StateView& view) const;

  // All of these grow and shrink with the path.
  std::vector<Node> nodes_ = std::vector<Node>(1);
  std::vector<SleepingStep> sleeping_;
  std::vector<Access> accesses_;
  StepAccesses announced_;
  bool may_change_ = false;  // the alternatives of the step in progress, while it sleeps
};

}  // namespace heddle::search
