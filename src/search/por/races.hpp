// Finds the reversible races of a step: earlier dependent steps that it could have come before.
// Only their dependence orders the two, and the object states would have enabled the later step
// first.
//
// The test is the same for all primitives.  An acquisition does not race with the release that
// enabled it, but with the acquisition before.  A wake-up never races with its waker, nor a join
// with a thread's end.
//
// Readers of a lock commute.  So the lock's state before one reader does not decide whether a
// writer could have come first.  The test considers the execution without this reader and all steps
// that happened after it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/por/causality.hpp"

namespace heddle::search {

struct Race {
  std::uint32_t step = 0;  // the earlier one
  // False: whether the later step could be taken first depends on time, which is not modelled here;
  // other earlier steps may race as well.
  bool certain = true;
  // The accessed objects make the two steps dependent, so the later one may have other alternatives
  // when it comes first.
  bool by_object = true;
};

class Races {
 public:
  explicit Races(Causality& causality) : causality_(causality) {}

  // Returns the races of the step at `depth` with earlier steps, the latest first.
  std::span<const Race> of_step(std::uint32_t depth);

  // Returns the races of a thread that is blocked at the end of the execution.
  std::span<const Race> of_blocked(const LeftThread& thread, std::span<const Access> accesses);

  // Returns the races of an enabled thread whose next step would exceed the step limit.  All steps
  // compete for the places below the limit.  So the step also races with each independent one after
  // which nothing happened: it can be taken instead.
  std::span<const Race> of_cut_off(const LeftThread& thread, std::span<const Access> accesses);

 private:
  // The later step.
  struct Later {
    ThreadId thread = kNoThread;
    const Operation* operation = nullptr;
    std::span<const Access> accesses;
    bool with_all = false;
    bool passes_time = false;
    std::uint32_t at = 0;  // it comes after this many steps
    const ClockVector* knows = nullptr;
    const CausalStep* step = nullptr;  // null: it was not taken

    const ClockVector& known_at(std::size_t access) const {
      return step == nullptr ? *knows : step->known_at(access);
    }
  };

  void look(const Later& later);
  void look_at_object(const Later& later, std::size_t access);
  void look_at_all(const Later& later);
  void collect_uses(const Later& later, std::size_t access, std::vector<Causality::Use>& into);
  static bool is_guarded(const Later& later);
  void collect_others(const Later& later, std::size_t except);
  bool passes_without(const Later& later, std::uint32_t without);
  bool is_covered(std::uint32_t step) const;
  bool admits_all(const Later& later, std::uint32_t earlier);
  bool stays_awake(const Later& later, std::uint32_t without) const;
  bool readers_are_gone(const Later& later, const Access& lock, std::uint32_t without);
  void look_at_step(const Later& later, std::uint32_t step, bool moved);
  bool is_last(std::uint32_t step) const;
  void add(Race race);

  Causality& causality_;
  std::vector<Race> races_;
  std::vector<Causality::Use> uses_;
  std::vector<std::uint32_t> others_;  // steps that the later one follows because of other objects
  std::vector<int> readers_;           // by thread: how often it reads under a lock
  ClockVector covered_;
};

}  // namespace heddle::search
