// Interposes C11's thrd_*, mtx_*, cnd_*, tss_* and call_once: POSIX threads under other names.  The
// objects are the same as in the C library, so the program may mix both interfaces as it can there.
#include <threads.h>

#include <cerrno>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "interpose/threads/yield.hpp"
#include "runtime/thread_end.hpp"
#include "runtime/virtual_time.hpp"

namespace heddle::native {
namespace {

int result_of(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case ENOMEM:
      return thrd_nomem;
    case ETIMEDOUT:
      return thrd_timedout;
    case EBUSY:
      return thrd_busy;
    default:
      return thrd_error;
  }
}

pthread_mutex_t* posix(mtx_t* mutex) {
  static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t));
  return reinterpret_cast<pthread_mutex_t*>(mutex);
}

pthread_cond_t* posix(cnd_t* condition) {
  static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t));
  return reinterpret_cast<pthread_cond_t*>(condition);
}

// A C11 thread returns an int; kept in the program's heap until it runs.
struct Start {
  thrd_start_t routine;
  void* argument;
};

void* pointer_of(int result) {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(static_cast<unsigned>(result)));
}

void* run(void* start) {
  const Start copy = *static_cast<Start*>(start);
  heap().free(start);
  return pointer_of(copy.routine(copy.argument));
}

}  // namespace

HEDDLE_INTERPOSE int thrd_create(thrd_t* thread, thrd_start_t routine, void* argument) {
  if (!controlled()) {
    begin_early_thread();
    return HEDDLE_ORIGINAL(thrd_create)(thread, routine, argument);
  }
  auto* start = static_cast<Start*>(heap().allocate(world().current, sizeof(Start)));
  *start = {routine, argument};
  scheduler().create(thread, run, start, false);
  return thrd_success;
}

HEDDLE_INTERPOSE int thrd_join(thrd_t thread, int* result) {
  if (!controlled()) return HEDDLE_ORIGINAL(thrd_join)(thread, result);
  void* value = nullptr;
  const int error = join_thread(thread, value, result, HEDDLE_CALLER);
  if (error == 0 && result != nullptr) {
    *result = static_cast<int>(reinterpret_cast<std::uintptr_t>(value));
  }
  return result_of(error);
}

HEDDLE_INTERPOSE int thrd_detach(thrd_t thread) {
  if (!controlled()) return HEDDLE_ORIGINAL(thrd_detach)(thread);
  return result_of(detach_thread(thread));
}

HEDDLE_INTERPOSE thrd_t thrd_current() {
  if (!controlled()) return HEDDLE_ORIGINAL(thrd_current)();
  return ::pthread_self();
}

HEDDLE_INTERPOSE void thrd_exit(int result) {
  if (!controlled()) {
    HEDDLE_ORIGINAL(thrd_exit)(result);
    __builtin_unreachable();
  }
  unwind_thread(pointer_of(result));
}

HEDDLE_INTERPOSE int thrd_sleep(const timespec* span, timespec* left) {
  if (!controlled()) return HEDDLE_ORIGINAL(thrd_sleep)(span, left);
  if (!is_valid(*span)) return -2;
  sleep_until(virtual_deadline_after(*span), HEDDLE_CALLER);
  return 0;
}

HEDDLE_INTERPOSE void thrd_yield() {
  if (!controlled_quietly()) return HEDDLE_ORIGINAL(thrd_yield)();
  yield_processor(HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int mtx_init(mtx_t* mutex, int type) {
  if (!controlled()) return HEDDLE_ORIGINAL(mtx_init)(mutex, type);
  const bool is_recursive = (type & mtx_recursive) != 0;
  if ((type & ~(mtx_recursive | mtx_timed)) != 0) return thrd_error;
  make_mutex(posix(mutex), is_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL,
             HEDDLE_CALLER);
  return thrd_success;
}

HEDDLE_INTERPOSE void mtx_destroy(mtx_t* mutex) {
  if (!controlled()) return HEDDLE_ORIGINAL(mtx_destroy)(mutex);
  destroy_mutex(posix(mutex), HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int mtx_lock(mtx_t* mutex) {
  if (!controlled()) return HEDDLE_ORIGINAL(mtx_lock)(mutex);
  return result_of(lock_mutex(posix(mutex), HEDDLE_CALLER));
}

HEDDLE_INTERPOSE int mtx_trylock(mtx_t* mutex) {
  if (!controlled()) return HEDDLE_ORIGINAL(mtx_trylock)(mutex);
  return result_of(try_lock_mutex(posix(mutex), HEDDLE_CALLER));
}

HEDDLE_INTERPOSE int mtx_timedlock(mtx_t* mutex, const timespec* deadline) {
  if (!controlled()) return HEDDLE_ORIGINAL(mtx_timedlock)(mutex, deadline);
  return result_of(timed_lock_mutex(posix(mutex), CLOCK_REALTIME, deadline, HEDDLE_CALLER));
}

HEDDLE_INTERPOSE int mtx_unlock(mtx_t* mutex) {
  if (!controlled()) return HEDDLE_ORIGINAL(mtx_unlock)(mutex);
  return result_of(unlock_mutex(posix(mutex), HEDDLE_CALLER));
}

HEDDLE_INTERPOSE int cnd_init(cnd_t* condition) {
  if (!controlled()) return HEDDLE_ORIGINAL(cnd_init)(condition);
  make_condition(posix(condition), CLOCK_REALTIME, HEDDLE_CALLER);
  return thrd_success;
}

HEDDLE_INTERPOSE void cnd_destroy(cnd_t* condition) {
  if (!controlled()) return HEDDLE_ORIGINAL(cnd_destroy)(condition);
  destroy_condition(posix(condition), HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  if (!controlled()) return HEDDLE_ORIGINAL(cnd_wait)(condition, mutex);
  return result_of(wait_on_condition(posix(condition), posix(mutex), kNever, HEDDLE_CALLER));
}

HEDDLE_INTERPOSE int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* deadline) {
  if (!controlled()) return HEDDLE_ORIGINAL(cnd_timedwait)(condition, mutex, deadline);
  if (!is_valid(*deadline)) return thrd_error;
  return result_of(wait_on_condition(posix(condition), posix(mutex),
                                     virtual_deadline(CLOCK_REALTIME, *deadline), HEDDLE_CALLER));
}

HEDDLE_INTERPOSE int cnd_signal(cnd_t* condition) {
  if (!controlled()) return HEDDLE_ORIGINAL(cnd_signal)(condition);
  return result_of(signal_condition(posix(condition), HEDDLE_CALLER));
}

HEDDLE_INTERPOSE int cnd_broadcast(cnd_t* condition) {
  if (!controlled()) return HEDDLE_ORIGINAL(cnd_broadcast)(condition);
  return result_of(broadcast_condition(posix(condition), HEDDLE_CALLER));
}

HEDDLE_INTERPOSE int tss_create(tss_t* key, tss_dtor_t destructor) {
  if (!controlled()) return result_of(::pthread_key_create(key, destructor));
  return result_of(create_key(key, destructor, HEDDLE_CALLER));
}

HEDDLE_INTERPOSE void tss_delete(tss_t key) {
  controlled() ? delete_key(key, HEDDLE_CALLER) : ::pthread_key_delete(key);
}

HEDDLE_INTERPOSE void* tss_get(tss_t key) {
  return controlled() ? specific_value(key, HEDDLE_CALLER) : ::pthread_getspecific(key);
}

HEDDLE_INTERPOSE int tss_set(tss_t key, void* value) {
  return result_of(controlled() ? set_specific_value(key, value, HEDDLE_CALLER)
                                : ::pthread_setspecific(key, value));
}

HEDDLE_INTERPOSE void call_once(once_flag* flag, void (*routine)()) {
  static_assert(sizeof(once_flag) == sizeof(pthread_once_t));
  if (!controlled()) return HEDDLE_ORIGINAL(call_once)(flag, routine);
  run_once(reinterpret_cast<pthread_once_t*>(flag), routine, HEDDLE_CALLER);
}

}  // namespace heddle::native
