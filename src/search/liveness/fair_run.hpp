// Continues an execution under a strongly fair scheduler: a thread that is enabled again and again
// moves again and again.  An execution that reached the step limit is no livelock if it then ends,
// and is one if it closes a fair cycle of states.
//
// The scheduler chooses at random, so that threads fall out of step, and gives the turn to a thread
// that was passed over too often.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "core/schedule.hpp"
#include "core/stepping_aside.hpp"
#include "search/engine/flat_table.hpp"
#include "search/liveness/livelock.hpp"
#include "search/por/thread_set.hpp"
#include "search/state/state_key.hpp"
#include "system/system.hpp"

namespace heddle::search {

class FairRun {
 public:
  enum class End : std::uint8_t {
    running,   // as many steps as allowed
    ended,     // by itself: finished, failed or deadlocked
    cycle,     // a fair cycle was closed, see livelock()
    stopped,   // by the clock or from outside
    diverged,  // the system cannot follow the schedule
  };

  struct Limits {
    std::uint64_t steps = 0;
    // A step counts so often while one thread is alone: it may do more in one then.
    std::uint64_t weight_alone = 1;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool>* stop = nullptr;
  };

  // Keeps a reference to the system, whose present state is the first.  `compares`: fingerprints
  // of the system's states can be asked for.
  FairRun(System& system, bool compares, std::uint64_t seed)
      : system_(system), random_(seed), compares_(compares) {}

  // Takes the steps of a schedule.
  End follow(const Schedule& schedule, const Limits& limits);
  // Takes steps of the scheduler's choice.
  End go_on(const Limits& limits);

  // All steps that were taken.
  const Schedule& schedule() const { return schedule_; }
  // The cycle that was closed; its schedule begins with the first step that was taken here.
  const std::optional<Livelock>& livelock() const { return livelock_; }

  // Whether every thread that was enabled in the second half of the steps moved in each third of
  // it, none of them did nothing but step aside, and none waits for time to pass.
  bool is_fair_so_far() const;

 private:
  struct Turns {
    std::uint32_t passed_over = 0;      // states in which it was enabled since it last moved
    std::uint64_t enabled_at = kNever;  // the last such state
    std::uint64_t moved_at = kNever;
  };
  // A step that was one of several alternatives, see FairChoice.
  struct ChoiceMade {
    std::size_t at = 0;
    NarrowKey::Type state = 0;
    FairChoice way;
    std::uint16_t alternative = 0;
  };
  using Visits = std::pair<std::uint32_t, std::uint32_t>;  // the first and the last one
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  bool is_over(const Limits& limits) const;
  std::optional<End> arrive();
  bool closes_from(std::uint32_t begin);
  bool takes_all_alternatives(std::size_t begin) const;
  void take(Decision decision);
  Decision choose();
  Turns& turns(ThreadId thread);

  System& system_;
  Random random_;
  bool compares_;
  Schedule schedule_;
  std::vector<LoopStep> steps_;
  std::vector<Turns> turns_;  // by thread
  std::vector<ChoiceMade> choices_made_;
  NarrowKey::Type present_ = 0;  // the present state, while states are compared
  FlatMap<NarrowKey::Type, Visits> visits_;
  std::optional<Livelock> livelock_;
  std::vector<Decision> choices_;
};

}  // namespace heddle::search
