// How the program's objects stand, and which threads began and ended because of which.
#include <algorithm>

#include "monitors/foreign_stack_uses.hpp"
#include "monitors/side_effect_log.hpp"
#include "native/native_system.hpp"
#include "runtime/embedded_objects.hpp"
#include "runtime/world.hpp"
#include "snapshot/paused_frames.hpp"

namespace heddle::native {
namespace {

ObjectState held_by(ThreadId holder) {
  if (holder == kNoThread) return {};
  return {.kind = ObjectState::Kind::held, .holder = holder};
}

ObjectState closed_if(bool closed) {
  if (!closed) return {};
  return {.kind = ObjectState::Kind::closed};
}

ObjectState mutex_state(ObjectId object) {
  const sync::Mutex& mutex = mutex_at(object);
  return mutex.type == sync::MutexType::destroyed ? ObjectState{} : held_by(mutex.owner());
}

ObjectState rwlock_state(ObjectId object) {
  if (rwlock_mark(object) == kDestroyed) return {};
  const sync::RwLock& lock = rwlock_at(object);
  if (lock.readers == 0) return held_by(lock.owner());
  return {.kind = ObjectState::Kind::shared};
}

ObjectState semaphore_state(ObjectId object) {
  if (semaphore_mark(object) == kDestroyed) return {};
  return closed_if(!sync::can_wait(semaphore_at(object)));
}

ObjectState once_state(const Operation& operation) {
  const void* address = address_of(operation.object);
  // `value` distinguishes the guard of a static from a pthread_once_t.
  return closed_if(
      !sync::can_begin(operation.value != 0 ? load_guard(address) : load_once(address)));
}

}  // namespace

ObjectState NativeSystem::object_state(const Operation& operation, ObjectId object) const {
  switch (operation.kind) {
    case OpKind::cond_wait:
    case OpKind::cond_wake:
      return object == operation.second ? mutex_state(object) : ObjectState{};
    case OpKind::mutex_lock:
    case OpKind::mutex_trylock:
    case OpKind::mutex_timedlock:
    case OpKind::mutex_unlock:
      return mutex_state(object);
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_tryrdlock:
    case OpKind::rwlock_timedrdlock:
    case OpKind::rwlock_wrlock:
    case OpKind::rwlock_trywrlock:
    case OpKind::rwlock_timedwrlock:
    case OpKind::rwlock_unlock:
      return rwlock_state(object);
    case OpKind::spin_lock:
    case OpKind::spin_trylock:
    case OpKind::spin_unlock:
      return held_by(spin_lock_at(object).owner());
    case OpKind::sem_post:
    case OpKind::sem_wait:
    case OpKind::sem_trywait:
    case OpKind::sem_timedwait:
      return semaphore_state(object);
    case OpKind::once_begin:
    case OpKind::once_end:
    case OpKind::once_abort:
      return once_state(operation);
    default:
      return {};
  }
}

ThreadId NativeSystem::creator(ThreadId thread) const { return native::thread(thread).creator; }

ThreadId NativeSystem::joined_by(ThreadId thread) const { return native::thread(thread).joined_by; }

void NativeSystem::collect_side_effects() {
  side_effects_.assign(side_effect_log().side_effects().begin(),
                       side_effect_log().side_effects().end());
  foreign_stack_uses().take_ends(side_effects_);
}

std::optional<std::uint64_t> NativeSystem::own_state(ThreadId thread) const {
  if (own_states_.size() <= index(thread)) own_states_.resize(index(thread) + std::size_t{1});
  std::optional<std::uint64_t>& known = own_states_[index(thread)];
  if (!known) known = sum_of_frames(native::thread(thread));
  return known;
}

void NativeSystem::forget_own_states(ThreadId moved) {
  if (last_change() == MemoryChange::some) {
    own_states_.clear();
  } else if (index(moved) < own_states_.size()) {
    own_states_[index(moved)].reset();
  }
}

bool NativeSystem::waits_for_time() const {
  return std::any_of(view_.threads.begin(), view_.threads.end(), [](const ThreadView& thread) {
    return !thread.enabled() && native::thread(thread.id).deadline != kNever;
  });
}

bool NativeSystem::did_more() const { return side_effect_log().overflowed(); }

}  // namespace heddle::native
