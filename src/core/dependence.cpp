#include "core/dependence.hpp"

#include <array>
#include <bit>

#include "core/file_object.hpp"

namespace heddle {
namespace {

enum class Use : std::uint8_t { nothing, reads, writes };

// How an operation uses its first object, its second, the first one's waiters, and tokens.
struct Uses {
  OpKind kind;
  Use object = Use::nothing;
  Use second = Use::nothing;
  Use queue = Use::nothing;
  bool own_token = false;               // consumes the mover's token
  bool wakes = false;                   // hands tokens to the woken
  Use queue_if_unwoken = Use::nothing;  // of the first object's queue, when it left without a token
  Use object_if_unwoken = Use::nothing;  // of the first object, likewise
  Use second_queue = Use::nothing;       // the second object's waiters
};

constexpr Uses object_only(OpKind kind, Use use) { return {.kind = kind, .object = use}; }

constexpr std::array kTable = {
    object_only(OpKind::none, Use::nothing),
    object_only(OpKind::thread_create, Use::writes),
    object_only(OpKind::thread_start, Use::writes),
    object_only(OpKind::thread_exit, Use::writes),
    object_only(OpKind::thread_join, Use::writes),
    object_only(OpKind::thread_cancel, Use::writes),
    object_only(OpKind::cancel_test, Use::reads),
    object_only(OpKind::program_end, Use::writes),
    object_only(OpKind::mutex_lock, Use::writes),
    object_only(OpKind::mutex_trylock, Use::writes),
    object_only(OpKind::mutex_timedlock, Use::writes),
    object_only(OpKind::mutex_unlock, Use::writes),
    // Readers commute: who came first shows nowhere.
    object_only(OpKind::rwlock_rdlock, Use::reads),
    object_only(OpKind::rwlock_tryrdlock, Use::reads),
    object_only(OpKind::rwlock_timedrdlock, Use::reads),
    object_only(OpKind::rwlock_wrlock, Use::writes),
    object_only(OpKind::rwlock_trywrlock, Use::writes),
    object_only(OpKind::rwlock_timedwrlock, Use::writes),
    object_only(OpKind::rwlock_unlock, Use::writes),
    object_only(OpKind::spin_lock, Use::writes),
    object_only(OpKind::spin_trylock, Use::writes),
    object_only(OpKind::spin_unlock, Use::writes),
    Uses{.kind = OpKind::cond_wait, .object = Use::writes, .second = Use::writes},
    Uses{.kind = OpKind::cond_wake,
         .second = Use::writes,
         .own_token = true,
         .object_if_unwoken = Use::writes},
    Uses{.kind = OpKind::cond_signal, .object = Use::writes, .wakes = true},
    Uses{.kind = OpKind::cond_broadcast, .object = Use::writes, .wakes = true},
    Uses{.kind = OpKind::barrier_wait, .object = Use::writes, .wakes = true},
    Uses{.kind = OpKind::barrier_wake, .own_token = true},
    object_only(OpKind::sem_post, Use::writes),
    object_only(OpKind::sem_wait, Use::writes),
    object_only(OpKind::sem_trywait, Use::writes),
    object_only(OpKind::sem_timedwait, Use::writes),
    object_only(OpKind::sem_value, Use::reads),
    Uses{.kind = OpKind::futex_wait, .object = Use::reads, .queue = Use::writes},
    Uses{.kind = OpKind::futex_wake_up, .own_token = true, .queue_if_unwoken = Use::writes},
    Uses{.kind = OpKind::futex_wake, .queue = Use::writes, .wakes = true},
    Uses{.kind = OpKind::futex_requeue,
         .object = Use::reads,
         .queue = Use::writes,
         .wakes = true,
         .second_queue = Use::writes},
    object_only(OpKind::futex_requeue_refused, Use::reads),
    object_only(OpKind::once_begin, Use::writes),
    object_only(OpKind::once_end, Use::writes),
    object_only(OpKind::once_abort, Use::writes),
    object_only(OpKind::destroy, Use::writes),
    object_only(OpKind::atomic_load, Use::reads),
    object_only(OpKind::atomic_store, Use::writes),
    object_only(OpKind::atomic_exchange, Use::writes),
    object_only(OpKind::atomic_update, Use::writes),
    object_only(OpKind::atomic_compare_exchange, Use::writes),
    object_only(OpKind::fence, Use::nothing),
    object_only(OpKind::read, Use::reads),
    object_only(OpKind::write, Use::writes),
    object_only(OpKind::await, Use::reads),
    object_only(OpKind::yield, Use::nothing),
    object_only(OpKind::sleep, Use::writes),  // one that input or output ends has an object
    object_only(OpKind::choose, Use::nothing),
    object_only(OpKind::process_fork, Use::nothing),  // see concerns_all
    object_only(OpKind::action, Use::nothing),
};

constexpr bool has_every_operation() {
  for (std::size_t i = 0; i < kTable.size(); ++i) {
    if (static_cast<std::size_t>(kTable[i].kind) != i) return false;
  }
  return kTable.size() == static_cast<std::size_t>(OpKind::action) + 1;
}
static_assert(has_every_operation(), "the table has one row per operation, in the order of OpKind");

void add(ObjectId object, std::uint8_t size, Use use, std::vector<Access>& into) {
  if (use == Use::nothing || object == kNoObject) return;
  into.push_back({object, size, use == Use::reads ? AccessMode::read : AccessMode::write});
}

// The mutex of a wait in the program's memory; a mutex of the C library is at least so large.
std::uint8_t size_of_second(const Operation& operation) {
  constexpr std::uint8_t kMutexSize = 40;
  const bool is_wait = operation.kind == OpKind::cond_wait || operation.kind == OpKind::cond_wake;
  return is_wait && operation.size != 0 ? kMutexSize : 0;
}

// An action names sets of variables, one bit for each: those written, and those read.
void add_variables(const Operation& operation, std::vector<Access>& into) {
  const auto written = static_cast<std::uint64_t>(operation.object);
  const auto read = static_cast<std::uint64_t>(operation.second) & ~written;
  for (std::uint64_t left = written | read; left != 0; left &= left - 1) {
    const std::uint64_t variable = left & -left;
    const auto number = static_cast<std::uint64_t>(std::countr_zero(variable)) + 1;
    into.push_back(
        {ObjectId{number}, 0, (written & variable) != 0 ? AccessMode::write : AccessMode::read});
  }
}

}  // namespace

void add_accesses(ThreadId thread, const Operation& operation, const StepEffect& effect,
                  std::vector<Access>& into) {
  if (operation.kind == OpKind::action) [[unlikely]] {
    return add_variables(operation, into);
  }
  const Uses& uses = kTable[static_cast<std::size_t>(operation.kind)];
  const bool unwoken = effect.outcome == Outcome::timed_out ||
                       effect.outcome == Outcome::spurious || effect.outcome == Outcome::cancelled;
  add(operation.object, static_cast<std::uint8_t>(operation.size), uses.object, into);
  // A file is reached through a descriptor, which other calls close or copy.
  if (operation.object == kFiles) [[unlikely]]
    add(kKernel, 0, uses.object, into);
  add(operation.second, size_of_second(operation), uses.second, into);
  if (uses.queue != Use::nothing) add(queue_of(operation.object), 0, uses.queue, into);
  if (uses.second_queue != Use::nothing) {
    add(queue_of(operation.second), 0, uses.second_queue, into);
  }
  if (uses.own_token) add(token_of(thread), 0, Use::writes, into);
  if (unwoken) {
    add(operation.object, static_cast<std::uint8_t>(operation.size), uses.object_if_unwoken, into);
    if (uses.queue_if_unwoken != Use::nothing) {
      add(queue_of(operation.object), 0, uses.queue_if_unwoken, into);
    }
  }
  if (uses.wakes) {
    for (const ThreadId woken : effect.woken) add(token_of(woken), 0, Use::writes, into);
  }
}

bool overlap(const Access& a, const Access& b) {
  if (a.object == b.object) return true;
  const auto first = static_cast<std::uint64_t>(a.object);
  const auto second = static_cast<std::uint64_t>(b.object);
  return first < second ? second - first < a.size && b.size > 0
                        : first - second < b.size && a.size > 0;
}

bool dependent(std::span<const Access> a, std::span<const Access> b) {
  for (const Access& one : a) {
    for (const Access& other : b) {
      if (dependent(one, other)) return true;
    }
  }
  return false;
}

}  // namespace heddle
