#include "core/operation.hpp"

#include <array>

namespace heddle {
namespace {

struct Words {
  OpKind kind;
  std::string_view key;
  std::string_view name;
};

constexpr std::array kWords = {
    Words{OpKind::none, "none", "nothing"},
    Words{OpKind::thread_create, "thread_create", "create"},
    Words{OpKind::thread_start, "thread_start", "start"},
    Words{OpKind::thread_exit, "thread_exit", "exit"},
    Words{OpKind::thread_join, "thread_join", "join"},
    Words{OpKind::thread_cancel, "thread_cancel", "cancel"},
    Words{OpKind::cancel_test, "cancel_test", "test for cancellation"},
    Words{OpKind::program_end, "program_end", "end the program"},
    Words{OpKind::mutex_lock, "mutex_lock", "lock"},
    Words{OpKind::mutex_trylock, "mutex_trylock", "try_lock"},
    Words{OpKind::mutex_timedlock, "mutex_timedlock", "timed lock"},
    Words{OpKind::mutex_unlock, "mutex_unlock", "unlock"},
    Words{OpKind::rwlock_rdlock, "rwlock_rdlock", "lock_shared"},
    Words{OpKind::rwlock_tryrdlock, "rwlock_tryrdlock", "try_lock_shared"},
    Words{OpKind::rwlock_timedrdlock, "rwlock_timedrdlock", "timed lock_shared"},
    Words{OpKind::rwlock_wrlock, "rwlock_wrlock", "lock"},
    Words{OpKind::rwlock_trywrlock, "rwlock_trywrlock", "try_lock"},
    Words{OpKind::rwlock_timedwrlock, "rwlock_timedwrlock", "timed lock"},
    Words{OpKind::rwlock_unlock, "rwlock_unlock", "unlock"},
    Words{OpKind::spin_lock, "spin_lock", "spin lock"},
    Words{OpKind::spin_trylock, "spin_trylock", "spin try_lock"},
    Words{OpKind::spin_unlock, "spin_unlock", "spin unlock"},
    Words{OpKind::cond_wait, "cond_wait", "wait"},
    Words{OpKind::cond_wake, "cond_wake", "wake up"},
    Words{OpKind::cond_signal, "cond_signal", "notify_one"},
    Words{OpKind::cond_broadcast, "cond_broadcast", "notify_all"},
    Words{OpKind::barrier_wait, "barrier_wait", "arrive at"},
    Words{OpKind::barrier_wake, "barrier_wake", "leave"},
    Words{OpKind::sem_post, "sem_post", "post"},
    Words{OpKind::sem_wait, "sem_wait", "acquire"},
    Words{OpKind::sem_trywait, "sem_trywait", "try_acquire"},
    Words{OpKind::sem_timedwait, "sem_timedwait", "timed acquire"},
    Words{OpKind::sem_value, "sem_value", "get value of"},
    Words{OpKind::futex_wait, "futex_wait", "futex wait"},
    Words{OpKind::futex_wake_up, "futex_wake_up", "futex wake-up"},
    Words{OpKind::futex_wake, "futex_wake", "futex wake"},
    Words{OpKind::futex_requeue, "futex_requeue", "futex requeue"},
    Words{OpKind::futex_requeue_refused, "futex_requeue_refused", "futex requeue"},
    Words{OpKind::once_begin, "once_begin", "once begin"},
    Words{OpKind::once_end, "once_end", "once end"},
    Words{OpKind::once_abort, "once_abort", "once abort"},
    Words{OpKind::destroy, "destroy", "destroy"},
    Words{OpKind::atomic_load, "atomic_load", "load"},
    Words{OpKind::atomic_store, "atomic_store", "store"},
    Words{OpKind::atomic_exchange, "atomic_exchange", "exchange"},
    Words{OpKind::atomic_update, "atomic_update", "update"},
    Words{OpKind::atomic_compare_exchange, "atomic_compare_exchange", "compare_exchange"},
    Words{OpKind::fence, "fence", "fence"},
    Words{OpKind::read, "read", "read"},
    Words{OpKind::write, "write", "write"},
    Words{OpKind::await, "await", "await"},
    Words{OpKind::yield, "yield", "yield"},
    Words{OpKind::sleep, "sleep", "sleep"},
    Words{OpKind::choose, "choose", "choose"},
    Words{OpKind::process_fork, "process_fork", "fork"},
    Words{OpKind::action, "action", "action"},
};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    if (static_cast<std::size_t>(kWords[i].kind) != i) return false;
  }
  return kWords.size() == static_cast<std::size_t>(OpKind::action) + 1;
}
static_assert(is_in_order(), "the table has one row per operation, in the order of OpKind");

}  // namespace

std::string_view name(OpKind kind) { return kWords[static_cast<std::size_t>(kind)].name; }

std::string_view key(OpKind kind) { return kWords[static_cast<std::size_t>(kind)].key; }

OpKind op_kind(std::string_view key) {
  for (const Words& words : kWords) {
    if (words.key == key) return words.kind;
  }
  return OpKind::none;
}

}  // namespace heddle
