// Uses one kind of synchronisation that Heddle does not run, chosen by the first argument.
#include <aio.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/sem.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>

namespace {

void lock_mutex_with(int (*set)(pthread_mutexattr_t*, int), int value) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  set(&attributes, value);
  pthread_mutex_t mutex;
  pthread_mutex_init(&mutex, &attributes);
}

// Made before the exploration begins, by the C library itself.
pthread_mutex_t early_mutex;
struct Early {
  Early() {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&early_mutex, &attributes);
  }
} early;

void use(const char* what) {
  const auto is = [&](const char* name) { return std::strcmp(what, name) == 0; };
  if (is("early shared mutex")) pthread_mutex_lock(&early_mutex);
  if (is("ceiling")) lock_mutex_with(pthread_mutexattr_setprotocol, PTHREAD_PRIO_PROTECT);
  if (is("shared mutex")) lock_mutex_with(pthread_mutexattr_setpshared, PTHREAD_PROCESS_SHARED);
  if (is("shared condition")) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_cond_t condition;
    pthread_cond_init(&condition, &attributes);
  }
  if (is("shared rwlock")) {
    pthread_rwlockattr_t attributes;
    pthread_rwlockattr_init(&attributes);
    pthread_rwlockattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_rwlock_t lock;
    pthread_rwlock_init(&lock, &attributes);
  }
  if (is("writers first")) {
    static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
    pthread_rwlock_rdlock(&lock);
  }
  if (is("shared barrier")) {
    pthread_barrierattr_t attributes;
    pthread_barrierattr_init(&attributes);
    pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, &attributes, 2);
  }
  if (is("shared spin lock")) {
    pthread_spinlock_t lock;
    pthread_spin_init(&lock, PTHREAD_PROCESS_SHARED);
  }
  if (is("shared semaphore")) {
    sem_t semaphore;
    sem_init(&semaphore, 1, 0);
  }
  if (is("named semaphore")) sem_open("/never_made", O_CREAT, 0600, 1);
  if (is("set of semaphores")) semget(IPC_PRIVATE, 1, 0600);
  if (is("message queue")) mq_open("/never_made", O_CREAT | O_RDWR, 0600, nullptr);
  if (is("background input")) {
    aiocb block{};
    aio_read(&block);
  }
  if (is("priority futex")) {
    static int word = 0;
    syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, nullptr, nullptr, 0);
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1) use(arguments[1]);
}
