#include "runtime/real_functions.hpp"

#include <dlfcn.h>
#include <sys/syscall.h>

#include "core/check.hpp"

namespace heddle::native {
namespace {

template <typename Function>
void find_function(Function& into, const char* name, const char* version = nullptr) {
  void* found = version != nullptr ? ::dlvsym(RTLD_NEXT, name, version) : nullptr;
  if (found == nullptr) found = ::dlsym(RTLD_NEXT, name);
  into = reinterpret_cast<Function>(found);
}

// On x86-64 the C library keeps an older condition variable of another layout under the plain name.
#if defined(__x86_64__)
constexpr const char* kConditionVersion = "GLIBC_2.3.2";
#else
constexpr const char* kConditionVersion = nullptr;
#endif

RealFunctions look_up() {
  RealFunctions functions;
#define HEDDLE_FIND(name) find_function(functions.name, #name)
#define HEDDLE_FIND_CONDITION(name) find_function(functions.name, #name, kConditionVersion)
  HEDDLE_FIND(pthread_attr_init);
  HEDDLE_FIND(pthread_attr_setstack);
  HEDDLE_FIND(pthread_create);
  HEDDLE_FIND(pthread_join);
  HEDDLE_FIND(pthread_detach);
  HEDDLE_FIND(pthread_self);
  HEDDLE_FIND(pthread_exit);
  HEDDLE_FIND(pthread_sigmask);
  HEDDLE_FIND(pthread_mutex_init);
  HEDDLE_FIND(pthread_mutex_destroy);
  HEDDLE_FIND(pthread_mutex_lock);
  HEDDLE_FIND(pthread_mutex_trylock);
  HEDDLE_FIND(pthread_mutex_timedlock);
  HEDDLE_FIND(pthread_mutex_clocklock);
  HEDDLE_FIND(pthread_mutex_unlock);
  HEDDLE_FIND_CONDITION(pthread_cond_init);
  HEDDLE_FIND_CONDITION(pthread_cond_destroy);
  HEDDLE_FIND_CONDITION(pthread_cond_wait);
  HEDDLE_FIND_CONDITION(pthread_cond_timedwait);
  HEDDLE_FIND(pthread_cond_clockwait);
  HEDDLE_FIND_CONDITION(pthread_cond_signal);
  HEDDLE_FIND_CONDITION(pthread_cond_broadcast);
  HEDDLE_FIND(pthread_once);
  HEDDLE_FIND(pthread_key_create);
  HEDDLE_FIND(pthread_key_delete);
  HEDDLE_FIND(pthread_getspecific);
  HEDDLE_FIND(pthread_setspecific);
  HEDDLE_FIND(nanosleep);
  HEDDLE_FIND(clock_nanosleep);
  HEDDLE_FIND(clock_gettime);
  HEDDLE_FIND(sched_yield);
  HEDDLE_FIND(sysconf);
  HEDDLE_FIND(fcntl);
  HEDDLE_FIND(usleep);
  HEDDLE_FIND(sleep);
  HEDDLE_FIND(gettimeofday);
  HEDDLE_FIND(time);
  HEDDLE_FIND(syscall);
  HEDDLE_FIND(abort);
  HEDDLE_FIND(exit);
  HEDDLE_FIND(_exit);
  HEDDLE_FIND(raise);
  HEDDLE_FIND(read);
#undef HEDDLE_FIND
#undef HEDDLE_FIND_CONDITION
  find_function(functions.assert_fail, "__assert_fail");
  find_function(functions.cxa_atexit, "__cxa_atexit");
  find_function(functions.cxa_thread_atexit_impl, "__cxa_thread_atexit_impl");
  find_function(functions.cxa_guard_acquire, "__cxa_guard_acquire");
  find_function(functions.cxa_guard_release, "__cxa_guard_release");
  find_function(functions.cxa_guard_abort, "__cxa_guard_abort");
  return functions;
}

}  // namespace

const RealFunctions& real() {
  // Not a function-local static with a guard: that guard is one of the functions we stand in for.
  static constinit RealFunctions functions;
  static constinit bool found = false;
  if (!found) {
    functions = look_up();
    found = true;
  }
  return functions;
}

void* find_real(const char* name) { return ::dlsym(RTLD_NEXT, name); }

long raw_syscall(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__aarch64__)
  register long x8 asm("x8") = number;
  register long x0 asm("x0") = a;
  register long x1 asm("x1") = b;
  register long x2 asm("x2") = c;
  register long x3 asm("x3") = d;
  register long x4 asm("x4") = e;
  register long x5 asm("x5") = f;
  asm volatile("svc 0"
               : "+r"(x0)
               : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
               : "memory", "cc");
  return x0;
#else
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "+a"(number)
               : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return number;
#endif
}

void raw_pause() {
  // Waits for descriptors that do not exist: returns only when a signal arrives, and all are
  // blocked.
  raw_syscall(SYS_ppoll, 0, 0, 0, 0, 0);
}

void raw_yield() { raw_syscall(SYS_sched_yield); }

}  // namespace heddle::native
