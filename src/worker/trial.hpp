// Executes variants of a failed schedule to see whether the same failure follows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/order_constraint.hpp"
#include "native/native_system.hpp"
#include "worker/failed_schedule.hpp"
#include "worker/simplify_budget.hpp"

namespace heddle::worker {

// Returns whether the failures are the same one to a user.
bool is_same(const Failure& a, const Failure& b);

class Trial {
 public:
  // Keeps references to all of them.  `most_steps` is the limit of all executions together.
  Trial(native::NativeSystem& system, const FailedSchedule& failed, SimplifyBudget& budget,
        std::uint64_t most_steps)
      : system_(system),
        failed_(failed),
        budget_(budget),
        most_executions_(budget.left().executions),
        most_steps_(most_steps) {}

  bool has_left();

  // Takes those decisions that are possible; then each thread runs as long as it can, without a
  // preemption.  Returns whether the same failure follows.  THROWS: Interruption.
  bool follow(const Schedule& schedule);

  // Takes each decision as soon as its thread can, and the threads' decisions in their order; then
  // goes on in the same way.
  bool rearrange(const Schedule& schedule);

  // Executes without preemptions, except where a constraint requires one.
  bool obey(std::span<const OrderConstraint> constraints);

  // The execution of the last call, and its failure if it was the same.
  const Schedule& taken() const { return taken_; }
  const Failure& failure() const { return *found_; }

 private:
  void begin();
  bool is_over() const;
  bool can_take(Decision decision) const;
  void take(Decision decision);
  void complete(std::span<const OrderConstraint> constraints);
  bool may_go(ThreadId thread, std::span<const OrderConstraint> constraints) const;
  std::uint64_t steps_of(ThreadId thread) const;

  native::NativeSystem& system_;
  const FailedSchedule& failed_;
  SimplifyBudget& budget_;
  std::uint64_t most_executions_;
  std::uint64_t most_steps_;
  std::uint64_t steps_ = 0;
  std::uint64_t executions_ = 0;
  Schedule taken_;
  std::optional<Failure> found_;
};

}  // namespace heddle::worker
