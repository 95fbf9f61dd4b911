#include "report/step_order.hpp"

#include <atomic>
#include <map>
#include <optional>

#include "report/lock_effect.hpp"

namespace heddle::report {
namespace {

using trace::Step;
using trace::Trace;

bool has_order(const Step& step, std::initializer_list<std::memory_order> orders) {
  for (const std::memory_order order : orders) {
    if (step.operation.memory_order == static_cast<std::uint32_t>(order)) return true;
  }
  return false;
}

bool is_plain(OpKind kind) { return kind == OpKind::read || kind == OpKind::write; }

bool releases(const Step& step) {
  return !is_plain(step.operation.kind) &&
         has_order(step, {std::memory_order_release, std::memory_order_acq_rel,
                          std::memory_order_seq_cst});
}

bool acquires(const Step& step) {
  return !is_plain(step.operation.kind) &&
         has_order(step, {std::memory_order_acquire, std::memory_order_consume,
                          std::memory_order_acq_rel, std::memory_order_seq_cst});
}

bool step_reads(const Step& step) {
  return step.operation.kind == OpKind::read || step.operation.kind == OpKind::atomic_load ||
         step.operation.kind == OpKind::await || is_atomic_update(step.operation.kind);
}

bool step_writes(const Step& step) {
  const OpKind kind = step.operation.kind;
  if (kind == OpKind::write || kind == OpKind::atomic_store) return true;
  return is_atomic_update(kind) && step.outcome != Outcome::refused;
}

// Returns the object that a step signals to the threads that wait for it.
ObjectId signalled(const Step& step) {
  switch (step.operation.kind) {
    case OpKind::cond_signal:
    case OpKind::cond_broadcast:
    case OpKind::sem_post:
    case OpKind::futex_wake:
    case OpKind::futex_requeue:
    case OpKind::barrier_wait:
      return step.operation.object;
    default:
      return kNoObject;
  }
}

// Returns the object whose signal let the step happen.
ObjectId awaited(const Step& step) {
  if (step.outcome != Outcome::done) return kNoObject;
  switch (step.operation.kind) {
    case OpKind::cond_wake:
    case OpKind::sem_wait:
    case OpKind::sem_trywait:
    case OpKind::sem_timedwait:
    case OpKind::futex_wake_up:
    case OpKind::barrier_wake:
      return step.operation.object;
    default:
      return kNoObject;
  }
}

class EdgeFinder {
 public:
  explicit EdgeFinder(const Trace& trace) : trace_(trace) {}

  std::vector<OrderEdge> find() {
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
      const Step& step = trace_.steps[i];
      if (!step.is_unfinished) add(i, step);
    }
    return std::move(edges_);
  }

 private:
  using Kind = OrderEdge::Kind;
  using Positions = std::map<ObjectId, std::size_t>;

  // The accesses to a cell since its last write.
  struct Cell {
    std::optional<std::size_t> write;
    std::map<ThreadId, std::size_t> reads;
  };

  void add(std::size_t i, const Step& step) {
    add_threads(i, step);
    const LockEffect lock = lock_effect(step);
    follow(released_, lock.acquired, i);
    follow(signals_, awaited(step), i);
    if (lock.released != kNoObject) released_[lock.released] = i;
    if (const ObjectId object = signalled(step); object != kNoObject) signals_[object] = i;
    if (step.operation.object != kNoObject) add_access(i, step);
  }

  // A thread begins after its creation and ends before a join of it.
  void add_threads(std::size_t i, const Step& step) {
    if (const auto created = created_.find(step.thread); created != created_.end()) {
      edge(created->second, i, Kind::happens_before);
      created_.erase(created);
    }
    last_[step.thread] = i;
    if (step.other == kNoThread) return;
    if (step.operation.kind == OpKind::thread_create) created_[step.other] = i;
    if (step.operation.kind != OpKind::thread_join || step.outcome != Outcome::done) return;
    const auto last = last_.find(step.other);
    if (last != last_.end()) edge(last->second, i, Kind::happens_before);
  }

  void follow(const Positions& positions, ObjectId object, std::size_t to) {
    if (object == kNoObject) return;
    const auto from = positions.find(object);
    if (from != positions.end()) edge(from->second, to, Kind::happens_before);
  }

  void add_access(std::size_t i, const Step& step) {
    const bool does_read = step_reads(step);
    const bool does_write = step_writes(step);
    if (!does_read && !does_write) return;
    Cell& cell = cells_[step.operation.object];
    if (does_write) {
      for (const auto& [thread, position] : cell.reads) edge(position, i, Kind::conflict);
    }
    if (cell.write && (does_read || cell.reads.empty())) {
      const bool synchronises = does_read && acquires(step) && releases(trace_.steps[*cell.write]);
      edge(*cell.write, i, synchronises ? Kind::happens_before : Kind::conflict);
    }
    if (does_write) {
      cell.write = i;
      cell.reads.clear();
    } else {
      cell.reads[step.thread] = i;
    }
  }

  void edge(std::size_t from, std::size_t to, Kind kind) {
    if (trace_.steps[from].thread == trace_.steps[to].thread) return;
    for (auto known = edges_.rbegin(); known != edges_.rend() && known->to == to; ++known) {
      if (known->from != from) continue;
      if (kind == Kind::happens_before) known->kind = kind;
      return;
    }
    edges_.push_back({from, to, kind});
  }

  const Trace& trace_;
  std::vector<OrderEdge> edges_;
  Positions released_;
  Positions signals_;
  std::map<ObjectId, Cell> cells_;
  std::map<ThreadId, std::size_t> created_;  // by a step whose child has not moved yet
  std::map<ThreadId, std::size_t> last_;
};

}  // namespace

std::vector<OrderEdge> order_edges(const Trace& trace) { return EdgeFinder(trace).find(); }

}  // namespace heddle::report
