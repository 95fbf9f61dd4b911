// Executes variants of a failed schedule to see whether the same failure follows.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include "core/order_constraint.hpp"
#include "native/native_system.hpp"
#include "worker/auxiliary.hpp"
#include "worker/failed_schedule.hpp"

namespace heddle::worker {

// Returns whether the failures are the same one to a user.
bool is_same(const Failure& a, const Failure& b);

class Trial {
 public:
  // `most_steps` is the limit of all executions together: it counts steps, not time, so that one
  // seed has one result.
  Trial(native::NativeSystem& system, const FailedSchedule& failed, const Auxiliary& budget,
        std::uint64_t most_steps, const std::atomic<bool>* stop)
      : system_(system),
        failed_(failed),
        limits_(budget.left()),
        most_steps_(most_steps),
        stop_(stop) {}

  bool has_left() const;

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
  Budget limits_;
  std::uint64_t most_steps_;
  const std::atomic<bool>* stop_;
  std::uint64_t steps_ = 0;
  std::uint64_t executions_ = 0;
  Schedule taken_;
  std::optional<Failure> found_;
};

}  // namespace heddle::worker
