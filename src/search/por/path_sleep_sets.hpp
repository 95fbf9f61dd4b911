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
#include "search/heuristics/spending.hpp"
#include "search/por/path_analysis.hpp"
#include "search/por/step_accesses.hpp"

namespace heddle::search {

// A bit for each of the first 32 threads; the others never sleep.
using SleepSet = std::uint32_t;
inline constexpr std::uint16_t kThreadsThatSleep = 32;

constexpr SleepSet bit_of(ThreadId thread) {
  return index(thread) < kThreadsThatSleep ? SleepSet{1} << index(thread) : 0;
}

// How the search reached a state: the sleep set and the depth.
struct Arrival {
  SleepSet asleep = 0;
  std::uint32_t depth = 0;

  static constexpr Arrival from(Cost spent) {
    return {static_cast<SleepSet>(spent), static_cast<std::uint32_t>(spent >> 32)};
  }
  constexpr Cost spent() const { return Cost{depth} << 32 | asleep; }
};

class PathSleepSets final : public PathAnalysis, public Spending {
 public:
  // The sleep set of the last state of the path.
  SleepSet asleep() const;
  // Wakes the other threads there.
  void keep(SleepSet asleep);

  Cost spent(const Path& path) const override { return Arrival{asleep(), path.depth()}.spent(); }

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
  // Of each state.
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
  OpKind kind_ = OpKind::none;  // of the step in progress
};

}  // namespace heddle::search
