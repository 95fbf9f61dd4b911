#include "guidance/wanted.hpp"

#include <algorithm>
#include <array>

namespace heddle::guidance {
namespace {

constexpr std::array<std::string_view, 9> kNames = {"any",  "read",   "write",  "lock", "unlock",
                                                    "wait", "notify", "update", "other"};

}  // namespace

std::string_view name(Wanted wanted) { return kNames[static_cast<std::size_t>(wanted)]; }

std::optional<Wanted> wanted_by(std::string_view word) {
  const auto end = kNames.begin() + kLastWanted + 1;
  const auto found = std::find(kNames.begin(), end, word);
  if (found == end) return std::nullopt;
  return static_cast<Wanted>(found - kNames.begin());
}

Wanted wanted_of(OpKind kind) {
  switch (kind) {
    case OpKind::read:
    case OpKind::atomic_load:
    case OpKind::await:
      return Wanted::read;
    case OpKind::write:
    case OpKind::atomic_store:
      return Wanted::write;
    case OpKind::atomic_exchange:
    case OpKind::atomic_update:
    case OpKind::atomic_compare_exchange:
      return Wanted::update;
    case OpKind::mutex_lock:
    case OpKind::mutex_trylock:
    case OpKind::mutex_timedlock:
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_tryrdlock:
    case OpKind::rwlock_timedrdlock:
    case OpKind::rwlock_wrlock:
    case OpKind::rwlock_trywrlock:
    case OpKind::rwlock_timedwrlock:
    case OpKind::spin_lock:
    case OpKind::spin_trylock:
      return Wanted::lock;
    case OpKind::mutex_unlock:
    case OpKind::rwlock_unlock:
    case OpKind::spin_unlock:
      return Wanted::unlock;
    case OpKind::cond_wait:
    case OpKind::barrier_wait:
    case OpKind::sem_wait:
    case OpKind::sem_trywait:
    case OpKind::sem_timedwait:
    case OpKind::futex_wait:
    case OpKind::thread_join:
      return Wanted::wait;
    case OpKind::cond_signal:
    case OpKind::cond_broadcast:
    case OpKind::sem_post:
    case OpKind::futex_wake:
    case OpKind::futex_requeue:
      return Wanted::notify;
    default:
      return Wanted::other;
  }
}

}  // namespace heddle::guidance
