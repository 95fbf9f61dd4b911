#include "report/lock_holds.hpp"

#include <map>
#include <optional>
#include <utility>

#include "report/lock_effect.hpp"

namespace heddle::report {
namespace {

using trace::Step;

// Returns how the step acquires its lock; absent when it acquires none.
std::optional<bool> acquires_shared(const Step& step) {
  if (step.outcome != Outcome::done || step.is_unfinished) return std::nullopt;
  switch (step.operation.kind) {
    case OpKind::mutex_lock:
    case OpKind::mutex_trylock:
    case OpKind::mutex_timedlock:
    case OpKind::rwlock_wrlock:
    case OpKind::rwlock_trywrlock:
    case OpKind::rwlock_timedwrlock:
    case OpKind::spin_lock:
    case OpKind::spin_trylock:
      return false;
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_tryrdlock:
    case OpKind::rwlock_timedrdlock:
      return true;
    default:
      return std::nullopt;
  }
}

// Counts how often each thread holds each lock: a recursive mutex is released by the last unlock.
class HoldFinder {
 public:
  explicit HoldFinder(const trace::Trace& trace) : trace_(trace) {}

  std::vector<LockHold> find() {
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
      const Step& step = trace_.steps[i];
      const OpKind kind = step.operation.kind;
      if (const auto shared = acquires_shared(step)) {
        acquire(step.thread, step.operation.object, *shared, i);
      } else if (kind == OpKind::cond_wake && !step.is_unfinished) {
        acquire(step.thread, step.operation.second, false, i);
      } else if (kind == OpKind::cond_wait) {
        release(step.thread, step.operation.second, i);
      } else if (is_unlock(kind)) {
        release(step.thread, step.operation.object, i);
      }
    }
    return std::move(holds_);
  }

 private:
  struct Hold {
    std::size_t index = 0;  // in holds_
    std::size_t count = 0;
  };

  void acquire(ThreadId thread, ObjectId lock, bool is_shared, std::size_t position) {
    if (lock == kNoObject) return;
    if (!is_shared) end_others(thread, lock, position);
    Hold& hold = open_[{thread, lock}];
    if (++hold.count > 1) return;
    hold.index = holds_.size();
    holds_.push_back({thread, lock, is_shared, position, trace_.steps.size()});
  }

  // A thread that is alone may release a lock without a step.
  void end_others(ThreadId thread, ObjectId lock, std::size_t position) {
    const auto [owner, is_first] = owners_.try_emplace(lock, thread);
    if (!is_first && owner->second != thread) {
      Hold& hold = open_[{owner->second, lock}];
      if (hold.count > 0) holds_[hold.index].to = position;
      hold.count = 0;
    }
    owner->second = thread;
  }

  void release(ThreadId thread, ObjectId lock, std::size_t position) {
    const auto found = open_.find({thread, lock});
    // It may also acquire one without a step.
    if (found == open_.end() || found->second.count == 0) return;
    if (--found->second.count == 0) holds_[found->second.index].to = position;
  }

  const trace::Trace& trace_;
  std::map<std::pair<ThreadId, ObjectId>, Hold> open_;
  std::map<ObjectId, ThreadId> owners_;  // the last one of each lock
  std::vector<LockHold> holds_;
};

}  // namespace

std::vector<LockHold> lock_holds(const trace::Trace& trace) { return HoldFinder(trace).find(); }

}  // namespace heddle::report
