#include "report/step_edges.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace heddle::report {
namespace {

using trace::Step;

// The numbers of std::memory_order: 1 to 2 and 4 to 5 acquire, 3 to 5 release.
bool acquires_by_order(std::uint32_t order) { return order == 1 || order == 2 || order >= 4; }
bool releases_by_order(std::uint32_t order) { return order >= 3; }

bool is_done(const Step& step) { return step.outcome == Outcome::done; }

// Returns how the step acquires its lock; absent when it acquires none.
std::optional<bool> acquires_shared(const Step& step) {
  if (!is_done(step) || step.is_unfinished) return std::nullopt;
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

bool unlocks(OpKind kind) {
  return kind == OpKind::mutex_unlock || kind == OpKind::rwlock_unlock ||
         kind == OpKind::spin_unlock;
}

// Returns the name of the edge from the last release of the object; empty for no acquire.
std::string_view acquire_name(const Step& step) {
  if (acquires_shared(step)) return "unlock -> lock";
  if (!is_done(step)) return "";
  switch (step.operation.kind) {
    case OpKind::cond_wake:
      return "signal -> wake";
    case OpKind::futex_wake_up:
      return "wake -> wake-up";
    case OpKind::barrier_wake:
      return "barrier";
    case OpKind::sem_wait:
    case OpKind::sem_trywait:
    case OpKind::sem_timedwait:
      return "post -> wait";
    case OpKind::once_begin:
      return "once";
    case OpKind::atomic_load:
    case OpKind::atomic_exchange:
    case OpKind::atomic_update:
    case OpKind::atomic_compare_exchange:
      return acquires_by_order(step.operation.memory_order) ? "release -> acquire" : "";
    default:
      return "";
  }
}

bool is_release(const Step& step) {
  if (step.is_unfinished) return false;
  const OpKind kind = step.operation.kind;
  switch (kind) {
    case OpKind::cond_signal:
    case OpKind::cond_broadcast:
    case OpKind::futex_wake:
    case OpKind::barrier_wait:
    case OpKind::sem_post:
    case OpKind::once_end:
      return true;
    case OpKind::atomic_store:
    case OpKind::atomic_exchange:
    case OpKind::atomic_update:
    case OpKind::atomic_compare_exchange:
      return is_done(step) && releases_by_order(step.operation.memory_order);
    default:
      return unlocks(kind);
  }
}

// Goes through the steps and remembers the last release of each object.
class EdgeFinder {
 public:
  explicit EdgeFinder(const trace::Trace& trace) : trace_(trace) {}

  std::vector<StepEdge> find() {
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
      const Step& step = trace_.steps[i];
      add_threads(step, i);
      if (const std::string_view name = acquire_name(step); !name.empty()) {
        add(releases_, step.operation.object, i, name);
      }
      // The second half of a wait acquires the mutex again, the first half released it.
      const OpKind kind = step.operation.kind;
      if (kind == OpKind::cond_wake) add(releases_, step.operation.second, i, "unlock -> lock");
      if (kind == OpKind::cond_wait) releases_[step.operation.second] = i;
      if (is_release(step)) releases_[step.operation.object] = i;
    }
    return std::move(edges_);
  }

 private:
  // A trace need not have notes of the start and the end of a thread.
  void add_threads(const Step& step, std::size_t position) {
    const bool is_first = !releases_.contains(end_of(step.thread));
    if (is_first) add(created_, step.thread, position, "create");
    releases_[end_of(step.thread)] = position;
    switch (step.operation.kind) {
      case OpKind::thread_create:
        created_[step.other] = position;
        break;
      case OpKind::thread_join:
        add(releases_, step.operation.object, position, "join");
        break;
      default:
        break;
    }
  }

  template <typename Key>
  void add(const std::map<Key, std::size_t>& sources, Key key, std::size_t to,
           std::string_view name) {
    const auto found = sources.find(key);
    if (found == sources.end()) return;
    if (trace_.steps[found->second].thread == trace_.steps[to].thread) return;
    edges_.push_back({found->second, to, name});
  }

  const trace::Trace& trace_;
  std::map<ThreadId, std::size_t> created_;
  std::map<ObjectId, std::size_t> releases_;
  std::vector<StepEdge> edges_;
};

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
      } else if (unlocks(kind)) {
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

std::vector<StepEdge> step_edges(const trace::Trace& trace) { return EdgeFinder(trace).find(); }

std::vector<LockHold> lock_holds(const trace::Trace& trace) { return HoldFinder(trace).find(); }

}  // namespace heddle::report
