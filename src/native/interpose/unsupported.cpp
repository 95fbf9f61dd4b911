// Synchronisation that Heddle does not model yet.  Left alone, these functions would block the one
// real thread for ever; refused, they say so.
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <unistd.h>

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

using Deadline = const timespec*;

HEDDLE_REFUSE(pthread_rwlock_rdlock, "read-write locks", (pthread_rwlock_t * lock), lock)
HEDDLE_REFUSE(pthread_rwlock_wrlock, "read-write locks", (pthread_rwlock_t * lock), lock)
HEDDLE_REFUSE(pthread_rwlock_tryrdlock, "read-write locks", (pthread_rwlock_t * lock), lock)
HEDDLE_REFUSE(pthread_rwlock_trywrlock, "read-write locks", (pthread_rwlock_t * lock), lock)
HEDDLE_REFUSE(pthread_rwlock_timedrdlock, "read-write locks",
              (pthread_rwlock_t * lock, Deadline time), lock, time)
HEDDLE_REFUSE(pthread_rwlock_timedwrlock, "read-write locks",
              (pthread_rwlock_t * lock, Deadline time), lock, time)
HEDDLE_REFUSE(pthread_rwlock_clockrdlock, "read-write locks",
              (pthread_rwlock_t * lock, clockid_t clock, Deadline time), lock, clock, time)
HEDDLE_REFUSE(pthread_rwlock_clockwrlock, "read-write locks",
              (pthread_rwlock_t * lock, clockid_t clock, Deadline time), lock, clock, time)
HEDDLE_REFUSE(pthread_barrier_wait, "POSIX barriers", (pthread_barrier_t * barrier), barrier)
HEDDLE_REFUSE(pthread_spin_lock, "POSIX spin locks", (pthread_spinlock_t * lock), lock)
HEDDLE_REFUSE(pthread_cancel, "cancelled threads", (pthread_t thread), thread)
HEDDLE_REFUSE(sem_wait, "POSIX semaphores", (sem_t * semaphore), semaphore)
HEDDLE_REFUSE(sem_timedwait, "POSIX semaphores", (sem_t * semaphore, Deadline time), semaphore,
              time)
HEDDLE_REFUSE(sem_clockwait, "POSIX semaphores",
              (sem_t * semaphore, clockid_t clock, Deadline time), semaphore, clock, time)
HEDDLE_REFUSE(thrd_create, "C11 threads", (thrd_t * thread, thrd_start_t routine, void* argument),
              thread, routine, argument)
HEDDLE_REFUSE(mtx_lock, "C11 mutexes", (mtx_t * mutex), mutex)
HEDDLE_REFUSE(cnd_wait, "C11 condition variables", (cnd_t * condition, mtx_t* mutex), condition,
              mutex)
HEDDLE_REFUSE(fork, "programs that fork", ())

}  // namespace heddle::native
