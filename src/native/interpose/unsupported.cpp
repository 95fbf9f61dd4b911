// Synchronisation that Heddle does not model yet.  Left alone, these functions would block the one
// real thread for ever; refused, they say so.
#include "native/interpose/interpose.hpp"

namespace heddle::native {
namespace {

// The original of a function that is refused under control.
template <typename... Arguments>
int call_real(const char* name, Arguments... arguments) {
  using Function = int (*)(Arguments...);
  return reinterpret_cast<Function>(find_real(name))(arguments...);
}

}  // namespace

#define HEDDLE_REFUSE(name, what, parameters, ...)                                     \
  HEDDLE_INTERPOSE int name parameters {                                               \
    if (!controlled()) return call_real(#name __VA_OPT__(, ) __VA_ARGS__);             \
    conductor().refuse("the program calls " #name ": " what " are not supported yet"); \
  }

HEDDLE_REFUSE(pthread_rwlock_rdlock, "read-write locks", (void* lock), lock)
HEDDLE_REFUSE(pthread_rwlock_wrlock, "read-write locks", (void* lock), lock)
HEDDLE_REFUSE(pthread_rwlock_tryrdlock, "read-write locks", (void* lock), lock)
HEDDLE_REFUSE(pthread_rwlock_trywrlock, "read-write locks", (void* lock), lock)
HEDDLE_REFUSE(pthread_rwlock_timedrdlock, "read-write locks", (void* lock, void* time), lock, time)
HEDDLE_REFUSE(pthread_rwlock_timedwrlock, "read-write locks", (void* lock, void* time), lock, time)
HEDDLE_REFUSE(pthread_rwlock_clockrdlock, "read-write locks", (void* lock, int clock, void* time),
              lock, clock, time)
HEDDLE_REFUSE(pthread_rwlock_clockwrlock, "read-write locks", (void* lock, int clock, void* time),
              lock, clock, time)
HEDDLE_REFUSE(pthread_barrier_wait, "POSIX barriers", (void* barrier), barrier)
HEDDLE_REFUSE(pthread_spin_lock, "POSIX spin locks", (void* lock), lock)
HEDDLE_REFUSE(pthread_cancel, "cancelled threads", (unsigned long thread), thread)
HEDDLE_REFUSE(sem_wait, "POSIX semaphores", (void* semaphore), semaphore)
HEDDLE_REFUSE(sem_timedwait, "POSIX semaphores", (void* semaphore, void* time), semaphore, time)
HEDDLE_REFUSE(sem_clockwait, "POSIX semaphores", (void* semaphore, int clock, void* time),
              semaphore, clock, time)
HEDDLE_REFUSE(thrd_create, "C11 threads", (void* thread, void* routine, void* argument), thread,
              routine, argument)
HEDDLE_REFUSE(mtx_lock, "C11 mutexes", (void* mutex), mutex)
HEDDLE_REFUSE(cnd_wait, "C11 condition variables", (void* condition, void* mutex), condition, mutex)
HEDDLE_REFUSE(fork, "programs that fork", ())

}  // namespace heddle::native
