#include "worker/trial.hpp"

#include <algorithm>
#include <vector>

#include "core/error_identity.hpp"

namespace heddle::worker {

bool is_same(const Failure& a, const Failure& b) { return error_identity(a) == error_identity(b); }

bool Trial::has_left() {
  return steps_ < most_steps_ && executions_ < most_executions_ && budget_.has_time();
}

void Trial::begin() {
  ++executions_;
  taken_.clear();
  found_.reset();
  system_.restart();
}

bool Trial::follow(const Schedule& schedule) {
  begin();
  ThreadId blocked = kNoThread;  // the rest of its turn is left out
  for (const Decision decision : schedule) {
    if (is_over()) break;
    if (decision.thread == blocked) continue;
    blocked = can_take(decision) ? kNoThread : decision.thread;
    if (blocked == kNoThread) take(decision);
  }
  complete({});
  return found_.has_value();
}

bool Trial::rearrange(const Schedule& schedule) {
  begin();
  std::vector<Decision> waiting;  // for its thread
  for (std::size_t next = 0; !is_over();) {
    std::vector<ThreadId> blocked;
    const auto ready = std::find_if(waiting.begin(), waiting.end(), [&](Decision decision) {
      const bool is_first =
          std::find(blocked.begin(), blocked.end(), decision.thread) == blocked.end();
      blocked.push_back(decision.thread);
      return is_first && can_take(decision);
    });
    if (ready != waiting.end()) {
      const Decision decision = *ready;
      waiting.erase(ready);
      take(decision);
    } else if (next == schedule.size()) {
      break;
    } else {
      waiting.push_back(schedule[next++]);
    }
  }
  complete({});
  return found_.has_value();
}

bool Trial::obey(std::span<const OrderConstraint> constraints) {
  begin();
  complete(constraints);
  return found_.has_value();
}

void Trial::complete(std::span<const OrderConstraint> constraints) {
  while (!is_over() && taken_.size() < 2 * failed_.schedule.size()) {
    const std::span<const ThreadView> threads = system_.view().threads;
    const auto can = [&](const ThreadView& one) {
      return one.enabled() && may_go(one.id, constraints);
    };
    const ThreadView* next = taken_.empty() ? nullptr : system_.view().find(taken_.back().thread);
    if (next == nullptr || !can(*next)) {
      const auto found = std::find_if(threads.begin(), threads.end(), can);
      if (found == threads.end()) break;
      next = &*found;
    }
    take({next->id, 0});
  }
}

bool Trial::may_go(ThreadId thread, std::span<const OrderConstraint> constraints) const {
  return std::none_of(constraints.begin(), constraints.end(), [&](const OrderConstraint& order) {
    return order.later.thread == thread && order.later.number == steps_of(thread) &&
           steps_of(order.earlier.thread) <= order.earlier.number;
  });
}

std::uint64_t Trial::steps_of(ThreadId thread) const {
  return static_cast<std::uint64_t>(
      std::count_if(taken_.begin(), taken_.end(),
                    [thread](const Decision& decision) { return decision.thread == thread; }));
}

bool Trial::is_over() const { return found_ || system_.view().verdict != Verdict::running; }

bool Trial::can_take(Decision decision) const {
  const ThreadView* const thread = system_.view().find(decision.thread);
  return thread != nullptr && thread->enabled();
}

void Trial::take(Decision decision) {
  const ThreadView* const thread = system_.view().find(decision.thread);
  if (decision.alternative >= thread->alternatives) decision.alternative = 0;
  system_.step(decision);
  ++steps_;
  taken_.push_back(decision);
  const auto note = [&](const Failure& failure) {
    if (is_same(failure, failed_.failure)) found_ = failure;
  };
  for (const Failure& failure : system_.reported()) note(failure);
  const Verdict verdict = system_.view().verdict;
  if (verdict == Verdict::failed || verdict == Verdict::deadlock) note(system_.failure());
}

}  // namespace heddle::worker
