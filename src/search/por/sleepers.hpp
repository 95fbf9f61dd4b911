// Who sleeps at the states of the path (Godefroid, "Partial-Order Methods for the Verification of
// Concurrent Systems", 1996): threads whose next step would only repeat, in another order, what
// was explored from a state before.  A step that was explored falls asleep for the siblings that
// follow, and wakes up where something happens that it depends on.
//
// For searches that remember states, with who slept there (VisitedAsleep); searches through
// schedules have por/sleep_sets.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/dependence.hpp"
#include "search/heuristics/spending.hpp"
#include "search/por/path_analysis.hpp"
#include "search/por/step_accesses.hpp"

namespace heddle::search {

// A bit for each of the first 32; others never sleep.
using SleepSet = std::uint32_t;
inline constexpr std::uint16_t kThreadsThatSleep = 32;

constexpr SleepSet bit_of(ThreadId thread) {
  return index(thread) < kThreadsThatSleep ? SleepSet{1} << index(thread) : 0;
}

// What a store is told of a state that was reached: who sleeps there, and how deep it lies.
struct Arrival {
  SleepSet asleep = 0;
  std::uint32_t depth = 0;

  static constexpr Arrival from(Cost spent) {
    return {static_cast<SleepSet>(spent), static_cast<std::uint32_t>(spent >> 32)};
  }
  constexpr Cost spent() const { return Cost{depth} << 32 | asleep; }
};

class Sleepers final : public PathAnalysis, public Spending {
 public:
  // At the path's present state.
  SleepSet asleep() const;
  // The others wake up there.
  void keep(SleepSet asleep);

  Cost spent(const Path& path) const override { return Arrival{asleep(), path.depth()}.spent(); }

  void stepping(const Path& path, Decision decision) override;
  void stepped(const Path& path) override;
  void rewound(const Path& path) override;

 private:
  // A step that was taken at a state of the path, and what it accessed: a part of `accesses_`.
  struct Sleeper {
    ThreadId thread = kNoThread;
    std::uint32_t first = 0;
    std::uint32_t end = 0;
  };
  // Of each state.
  struct Node {
    std::uint32_t first = 0;    // of `sleepers_`
    std::uint32_t end = 0;      // the rest are those of later states
    Sleeper taken;              // the step that left it last...
    bool falls_asleep = false;  // ...when everything that begins with it is explored
  };

  std::span<const Access> accesses_of(const Sleeper& sleeper) const {
    return std::span(accesses_).subspan(sleeper.first, sleeper.end - sleeper.first);
  }
  void add_footprint(const StateView& view);
  bool touches_all(const StateView& view) const;

  // All of these grow and shrink with the path.
  std::vector<Node> nodes_ = std::vector<Node>(1);
  std::vector<Sleeper> sleepers_;
  std::vector<Access> accesses_;
  StepAccesses announced_;
  OpKind kind_ = OpKind::none;  // of the step in progress
};

}  // namespace heddle::search
