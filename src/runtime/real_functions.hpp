// The originals of the interposed functions, resolved once, and the few system calls that the
// engine makes without the C library.
#pragma once

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <cstddef>

namespace heddle::native {

struct RealFunctions {
#define HEDDLE_REAL(name) decltype(&::name) name = nullptr
  HEDDLE_REAL(pthread_attr_init);
  HEDDLE_REAL(pthread_attr_setstack);
  HEDDLE_REAL(pthread_create);
  HEDDLE_REAL(pthread_join);
  HEDDLE_REAL(pthread_detach);
  HEDDLE_REAL(pthread_self);
  HEDDLE_REAL(pthread_exit);
  HEDDLE_REAL(pthread_sigmask);
  HEDDLE_REAL(pthread_mutex_init);
  HEDDLE_REAL(pthread_mutex_destroy);
  HEDDLE_REAL(pthread_mutex_lock);
  HEDDLE_REAL(pthread_mutex_trylock);
  HEDDLE_REAL(pthread_mutex_timedlock);
  HEDDLE_REAL(pthread_mutex_clocklock);
  HEDDLE_REAL(pthread_mutex_unlock);
  HEDDLE_REAL(pthread_cond_init);
  HEDDLE_REAL(pthread_cond_destroy);
  HEDDLE_REAL(pthread_cond_wait);
  HEDDLE_REAL(pthread_cond_timedwait);
  HEDDLE_REAL(pthread_cond_clockwait);
  HEDDLE_REAL(pthread_cond_signal);
  HEDDLE_REAL(pthread_cond_broadcast);
  HEDDLE_REAL(pthread_once);
  HEDDLE_REAL(pthread_key_create);
  HEDDLE_REAL(pthread_key_delete);
  HEDDLE_REAL(pthread_getspecific);
  HEDDLE_REAL(pthread_setspecific);
  HEDDLE_REAL(nanosleep);
  HEDDLE_REAL(clock_nanosleep);
  HEDDLE_REAL(clock_gettime);
#undef HEDDLE_REAL
  int (*sched_yield)() = nullptr;
  long (*sysconf)(int) = nullptr;
  int (*fcntl)(int, int, ...) = nullptr;
  int (*usleep)(unsigned) = nullptr;
  unsigned (*sleep)(unsigned) = nullptr;
  int (*gettimeofday)(void*, void*) = nullptr;
  time_t (*time)(time_t*) = nullptr;
  long (*syscall)(long, ...) = nullptr;
  void (*abort)() = nullptr;
  void (*exit)(int) = nullptr;
  void (*_exit)(int) = nullptr;
  int (*raise)(int) = nullptr;
  long (*read)(int, void*, std::size_t) = nullptr;
  void (*assert_fail)(const char*, const char*, unsigned, const char*) = nullptr;
  int (*cxa_atexit)(void (*)(void*), void*, void*) = nullptr;
  int (*cxa_thread_atexit_impl)(void (*)(void*), void*, void*) = nullptr;
  int (*cxa_guard_acquire)(void*) = nullptr;
  void (*cxa_guard_release)(void*) = nullptr;
  void (*cxa_guard_abort)(void*) = nullptr;
};

const RealFunctions& real();

// Any other original, by name.  Slow.
void* find_real(const char* name);
template <typename Result, typename... Arguments>
Result call_real(const char* name, Arguments... arguments) {
  return reinterpret_cast<Result (*)(Arguments...)>(find_real(name))(arguments...);
}

// Without the C library: safe with any thread pointer.
void raw_pause();
void raw_yield();
long raw_syscall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                 long f = 0);

}  // namespace heddle::native
