#include "model/semantics.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "sync/barrier.hpp"
#include "sync/condition.hpp"

namespace heddle::model {
namespace {

// Objects of different kinds have different ids; 0 is no object.
ObjectId cell_id(std::uint16_t number) { return ObjectId{0x1'0000ULL + number}; }
ObjectId mutex_id(std::uint16_t number) { return ObjectId{0x2'0000ULL + number}; }
ObjectId condition_id(std::uint16_t number) { return ObjectId{0x3'0000ULL + number}; }
ObjectId semaphore_id(std::uint16_t number) { return ObjectId{0x4'0000ULL + number}; }
ObjectId rwlock_id(std::uint16_t number) { return ObjectId{0x5'0000ULL + number}; }
ObjectId barrier_id(std::uint16_t number) { return ObjectId{0x6'0000ULL + number}; }

const Instruction& next(const Program& program, const State& state, ThreadId thread) {
  return program.threads[index(thread)][state.threads[index(thread)].at];
}

bool is_waiting(const ThreadState& thread) { return thread.parking.on != kNoObject; }

std::vector<ThreadId> waiters(const State& state, ObjectId condition) {
  std::vector<ThreadId> result;
  for (std::size_t i = 0; i < state.threads.size(); ++i) {
    if (state.threads[i].parking.waits_on(condition)) result.push_back(thread_id(i));
  }
  return result;
}

Operation operation(OpKind kind, ObjectId object, std::uint64_t value = 0) {
  Operation result;
  result.kind = kind;
  result.object = object;
  result.value = value;
  return result;
}

Operation describe(const Instruction& instruction, bool is_inside_wait) {
  const std::uint16_t object = instruction.object;
  switch (instruction.code) {
    case Code::read:
      return operation(OpKind::atomic_load, cell_id(object));
    case Code::write:
      return operation(OpKind::atomic_store, cell_id(object), instruction.value);
    case Code::add:
      return operation(OpKind::atomic_update, cell_id(object), 1);
    case Code::exchange:
      return operation(OpKind::atomic_exchange, cell_id(object), instruction.value);
    case Code::compare_exchange:
      return operation(OpKind::atomic_compare_exchange, cell_id(object), instruction.value);
    case Code::await:
      return operation(OpKind::await, cell_id(object), instruction.value);
    case Code::lock:
      return operation(OpKind::mutex_lock, mutex_id(object));
    case Code::unlock:
      return operation(OpKind::mutex_unlock, mutex_id(object));
    case Code::try_lock:
      return operation(OpKind::mutex_trylock, mutex_id(object));
    case Code::cond_wait: {
      Operation wait =
          operation(is_inside_wait ? OpKind::cond_wake : OpKind::cond_wait, condition_id(object));
      wait.second = mutex_id(instruction.second);
      return wait;
    }
    case Code::cond_signal:
      return operation(OpKind::cond_signal, condition_id(object));
    case Code::cond_broadcast:
      return operation(OpKind::cond_broadcast, condition_id(object));
    case Code::sem_post:
      return operation(OpKind::sem_post, semaphore_id(object));
    case Code::sem_wait:
      return operation(OpKind::sem_wait, semaphore_id(object));
    case Code::read_lock:
      return operation(OpKind::rwlock_rdlock, rwlock_id(object));
    case Code::write_lock:
      return operation(OpKind::rwlock_wrlock, rwlock_id(object));
    case Code::try_read_lock:
      return operation(OpKind::rwlock_tryrdlock, rwlock_id(object));
    case Code::try_write_lock:
      return operation(OpKind::rwlock_trywrlock, rwlock_id(object));
    case Code::rw_unlock:
      return operation(OpKind::rwlock_unlock, rwlock_id(object));
    case Code::barrier_wait:
      return operation(is_inside_wait ? OpKind::barrier_wake : OpKind::barrier_wait,
                       barrier_id(object), instruction.count);
    case Code::choose:
      return operation(OpKind::choose, kNoObject, instruction.count);
    case Code::yield:
      return operation(OpKind::yield, kNoObject);
    default:
      break;
  }
  HEDDLE_CHECK(false, "a local instruction was announced");
  return {};
}

Effect misuse(const char* what) {
  Effect effect;
  effect.failure = what;
  return effect;
}

// Runs local instructions up to the next operation.  Jumps may go round without ever meeting one: a
// thread that has run more local instructions than this never will, since nothing changes
// meanwhile.
void run_local(const std::vector<Instruction>& code, ThreadState& thread, Effect& effect) {
  std::size_t left = 2 * code.size();
  while (thread.at < code.size() && is_local(code[thread.at].code)) {
    const Instruction& instruction = code[thread.at];
    const bool holds = thread.last_read == instruction.value;
    if (instruction.code == Code::fail_if && holds) {
      effect.kind = FailureKind::assertion;
      effect.failure = "the value read is " + std::to_string(instruction.value);
      return;
    }
    if (left-- == 0) {
      effect.kind = FailureKind::livelock;
      effect.failure = "a thread goes round without an operation";
      return;
    }
    if (instruction.code == Code::jump_back_if && holds) {
      thread.at -= instruction.count;
    } else {
      thread.at += 1 + (instruction.code == Code::skip_if && holds ? instruction.count : 0U);
    }
  }
}

Effect perform_memory(const Instruction& instruction, State& state, ThreadState& thread) {
  std::uint32_t& cell = state.cells[instruction.object];
  const std::uint32_t old = cell;
  Effect effect;
  if (instruction.code == Code::write) {
    cell = instruction.value;
    effect.result = cell;
    effect.change = cell == old ? MemoryChange::silent : MemoryChange::some;
    return effect;
  }
  thread.last_read = old;
  effect.result = old;
  if (instruction.code == Code::add) ++cell;
  const bool as_expected = instruction.code == Code::compare_exchange && old == instruction.count;
  if (instruction.code == Code::exchange || as_expected) cell = instruction.value;
  if (cell == old) effect.change = MemoryChange::none;
  return effect;
}

Effect perform_wait(const Instruction& instruction, State& state, ThreadId id) {
  ThreadState& thread = state.threads[index(id)];
  sync::Mutex& mutex = state.mutexes[instruction.second];
  if (is_waiting(thread)) {
    sync::end_wait(thread.parking, mutex, id, thread.held);
    thread.held = 0;
    return {};
  }
  if (!mutex.held_by(id)) return misuse("a wait on a mutex that the thread does not hold");
  thread.held = sync::begin_wait(thread.parking, condition_id(instruction.object), mutex, id);
  return {};
}

Effect perform_wake(const Instruction& instruction, State& state, std::uint16_t alternative) {
  Effect effect;
  effect.woken = waiters(state, condition_id(instruction.object));
  if (instruction.code == Code::cond_signal && !effect.woken.empty()) {
    effect.woken = {effect.woken[alternative]};
    effect.result = index(effect.woken[0]) + 1U;
  }
  for (const ThreadId woken : effect.woken) sync::wake(state.threads[index(woken)].parking);
  return effect;
}

Effect perform_rwlock(const Instruction& instruction, State& state, ThreadId id) {
  sync::RwLock& rwlock = state.rwlocks[instruction.object];
  Effect effect;
  sync::RwLockResult result = sync::RwLockResult::done;
  switch (instruction.code) {
    case Code::read_lock:
      result = sync::read_lock(rwlock, id);
      break;
    case Code::write_lock:
      result = sync::write_lock(rwlock, id);
      break;
    case Code::rw_unlock:
      result = sync::unlock(rwlock, id);
      break;
    default:
      result = instruction.code == Code::try_read_lock ? sync::try_read_lock(rwlock, id)
                                                       : sync::try_write_lock(rwlock, id);
      effect.result = result == sync::RwLockResult::done;
      if (effect.result == 0) state.threads[index(id)].at += instruction.count;
      return effect;
  }
  if (result == sync::RwLockResult::would_hang) {
    return misuse("a lock of a read-write lock that the thread holds for writing");
  }
  if (result == sync::RwLockResult::not_held) {
    return misuse("an unlock of a read-write lock that the thread does not hold");
  }
  return effect;
}

Effect perform_barrier(const Instruction& instruction, State& state, ThreadId id) {
  sync::Parking& parking = state.threads[index(id)].parking;
  Effect effect;
  if (parking.on != kNoObject) {
    sync::leave(parking);
    return effect;
  }
  const ObjectId barrier = barrier_id(instruction.object);
  std::vector<ThreadId> asleep = waiters(state, barrier);
  if (!sync::completes({instruction.count}, asleep.size())) {
    sync::park(parking, barrier);
    return effect;
  }
  for (const ThreadId thread : asleep) sync::wake(state.threads[index(thread)].parking);
  effect.woken = std::move(asleep);
  effect.result = 1;
  return effect;
}

// The operation alone; the thread then goes on behind it, unless it is asleep.
Effect perform_operation(const Instruction& instruction, State& state, Decision decision) {
  ThreadState& thread = state.threads[index(decision.thread)];
  Effect effect;
  switch (instruction.code) {
    case Code::lock:
      if (sync::lock(state.mutexes[instruction.object], decision.thread) ==
          sync::MutexResult::would_hang) {
        return misuse("a lock of a mutex that the thread holds already");
      }
      return effect;
    case Code::unlock:
      if (sync::unlock(state.mutexes[instruction.object], decision.thread) ==
          sync::MutexResult::not_owner) {
        return misuse("an unlock of a mutex that the thread does not hold");
      }
      return effect;
    case Code::try_lock:
      effect.result = sync::try_lock(state.mutexes[instruction.object], decision.thread) ==
                      sync::MutexResult::done;
      if (effect.result == 0) thread.at += instruction.count;
      return effect;
    case Code::cond_wait:
      return perform_wait(instruction, state, decision.thread);
    case Code::cond_signal:
    case Code::cond_broadcast:
      return perform_wake(instruction, state, decision.alternative);
    case Code::sem_post:
      sync::post(state.semaphores[instruction.object]);
      return effect;
    case Code::sem_wait:
      sync::wait(state.semaphores[instruction.object]);
      return effect;
    case Code::read_lock:
    case Code::write_lock:
    case Code::try_read_lock:
    case Code::try_write_lock:
    case Code::rw_unlock:
      return perform_rwlock(instruction, state, decision.thread);
    case Code::barrier_wait:
      return perform_barrier(instruction, state, decision.thread);
    case Code::choose:
      thread.last_read = decision.alternative;
      effect.result = decision.alternative;
      return effect;
    case Code::yield:
      return effect;
    default:
      return perform_memory(instruction, state, thread);
  }
}

}  // namespace

std::uint64_t own_state(const ThreadState& thread) {
  std::uint64_t sum = 0;
  std::uint64_t place = 0;
  for (const std::uint64_t number :
       {std::uint64_t{thread.at}, std::uint64_t{thread.last_read}, std::uint64_t{thread.held},
        static_cast<std::uint64_t>(thread.parking.on)}) {
    std::uint64_t mixed = (number ^ (++place << 56)) * 0x9e3779b97f4a7c15ULL;
    mixed = (mixed ^ (mixed >> 29)) * 0xbf58476d1ce4e5b9ULL;
    sum += mixed ^ (mixed >> 32);
  }
  return sum;
}

bool has_ended(const Program& program, const State& state, ThreadId thread) {
  return state.threads[index(thread)].at >= program.threads[index(thread)].size();
}

Operation next_operation(const Program& program, const State& state, ThreadId thread) {
  const ThreadState& own = state.threads[index(thread)];
  Operation result = describe(next(program, state, thread), is_waiting(own));
  result.site = Site{(std::uint64_t{index(thread)} << 32) + own.at + 1};
  return result;
}

std::uint16_t alternatives(const Program& program, const State& state, ThreadId thread) {
  const Instruction& instruction = next(program, state, thread);
  const ThreadState& own = state.threads[index(thread)];
  switch (instruction.code) {
    case Code::lock:
      return sync::can_lock(state.mutexes[instruction.object], thread) ? 1 : 0;
    case Code::cond_wait:
      if (!is_waiting(own)) return 1;
      return sync::can_end_wait(own.parking, state.mutexes[instruction.second]) ? 1 : 0;
    case Code::cond_signal: {
      const std::size_t count = waiters(state, condition_id(instruction.object)).size();
      return static_cast<std::uint16_t>(std::max<std::size_t>(count, 1));
    }
    case Code::sem_wait:
      return sync::can_wait(state.semaphores[instruction.object]) ? 1 : 0;
    case Code::read_lock:
      return sync::can_read(state.rwlocks[instruction.object], thread) ? 1 : 0;
    case Code::write_lock:
      return sync::can_write(state.rwlocks[instruction.object], thread) ? 1 : 0;
    case Code::barrier_wait:
      return !is_waiting(own) || own.parking.woken ? 1 : 0;
    case Code::await:
      return state.cells[instruction.object] == instruction.value ? 1 : 0;
    case Code::choose:
      return instruction.count;
    default:
      return 1;
  }
}

ObjectState object_state(const State& state, const Operation& operation, ObjectId object) {
  const std::uint64_t number = static_cast<std::uint64_t>(object) & 0xffff;
  if (object == mutex_id(static_cast<std::uint16_t>(number))) {
    const sync::Mutex& mutex = state.mutexes[number];
    if (mutex.is_free()) return {};
    return {.kind = ObjectState::Kind::held, .holder = mutex.owner()};
  }
  if (object == semaphore_id(static_cast<std::uint16_t>(number))) {
    if (sync::can_wait(state.semaphores[number])) return {};
    return {.kind = ObjectState::Kind::closed};
  }
  if (object == rwlock_id(static_cast<std::uint16_t>(number))) {
    const sync::RwLock& rwlock = state.rwlocks[number];
    if (rwlock.is_free()) return {};
    if (rwlock.writer == 0) return {.kind = ObjectState::Kind::shared};
    return {.kind = ObjectState::Kind::held, .holder = rwlock.owner()};
  }
  if (object == cell_id(static_cast<std::uint16_t>(number)) && object == operation.object) {
    return {.kind = ObjectState::Kind::value, .value = state.cells[number]};
  }
  return {};
}

Effect perform(const Program& program, State& state, Decision decision) {
  const std::vector<Instruction>& code = program.threads[index(decision.thread)];
  ThreadState& thread = state.threads[index(decision.thread)];
  Effect effect = perform_operation(code[thread.at], state, decision);
  if (!effect.failure.empty() || is_waiting(thread)) return effect;
  ++thread.at;
  run_local(code, thread, effect);
  return effect;
}

Effect begin(const Program& program, State& state, ThreadId thread) {
  Effect effect;
  run_local(program.threads[index(thread)], state.threads[index(thread)], effect);
  return effect;
}

}  // namespace heddle::model
