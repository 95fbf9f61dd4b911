// The program's own synchronisation objects hold their meaning, from static initialisers on.
#include "runtime/embedded_objects.hpp"

#include <gtest/gtest.h>

#include "runtime/real_functions.hpp"

namespace heddle::native {
namespace {

constexpr ThreadId kOne{1};

void expect_works(pthread_mutex_t mutex, sync::MutexType type) {
  const ObjectId object = object_of(&mutex);
  ASSERT_EQ(mutex_at(object).type, type);
  EXPECT_TRUE(mutex_at(object).is_free());
  EXPECT_EQ(sync::lock(mutex_at(object), kOne), sync::MutexResult::done);
  EXPECT_TRUE(mutex_at(object).held_by(kOne));
  EXPECT_EQ(mutex_at(object).type, type) << "while held";
  EXPECT_EQ(sync::can_lock_in_time(mutex_at(object), kOne), type != sync::MutexType::normal);
  EXPECT_FALSE(is_unsupported_mutex(object));
  EXPECT_EQ(sync::unlock(mutex_at(object), kOne), sync::MutexResult::done);
  EXPECT_TRUE(mutex_at(object).is_free());
  EXPECT_EQ(mutex_at(object).type, type) << "afterwards";
}

TEST(Overlay, StaticInitialisersMeanWhatTheyMeanInTheCLibrary) {
  expect_works(PTHREAD_MUTEX_INITIALIZER, sync::MutexType::normal);
  expect_works(PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, sync::MutexType::recursive);
  expect_works(PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, sync::MutexType::error_checking);
  expect_works(PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP, sync::MutexType::normal);
}

TEST(Overlay, SoDoMutexesThatTheCLibraryMade) {
  for (const auto& [wanted, expected] :
       {std::pair{PTHREAD_MUTEX_NORMAL, sync::MutexType::normal},
        std::pair{PTHREAD_MUTEX_RECURSIVE, sync::MutexType::recursive},
        std::pair{PTHREAD_MUTEX_ERRORCHECK, sync::MutexType::error_checking}}) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, wanted);
    pthread_mutex_t mutex;
    real().pthread_mutex_init(&mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
    expect_works(mutex, expected);
  }
}

TEST(Overlay, KnowsMutexesThatAreNotSupported) {
  for (const int which : {0, 1, 2}) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    if (which == 0) pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    if (which == 1) pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
    if (which == 2) pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_t mutex;
    ASSERT_EQ(real().pthread_mutex_init(&mutex, &attributes), 0);
    pthread_mutexattr_destroy(&attributes);
    EXPECT_TRUE(is_unsupported_mutex(object_of(&mutex))) << which;
  }
}

TEST(Overlay, KnowsMutexesThatTheCLibraryDestroyed) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  real().pthread_mutex_destroy(&mutex);
  EXPECT_EQ(mutex_at(object_of(&mutex)).type, sync::MutexType::destroyed);
  EXPECT_FALSE(is_unsupported_mutex(object_of(&mutex)));
}

TEST(Overlay, FindsTheClockOfConditionsThatTheCLibraryMade) {
  pthread_cond_t plain = PTHREAD_COND_INITIALIZER;
  EXPECT_EQ(condition_clock(object_of(&plain)) & kMonotonicCondition, 0U);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_t monotonic;
  real().pthread_cond_init(&monotonic, &attributes);
  EXPECT_NE(condition_clock(object_of(&monotonic)) & kMonotonicCondition, 0U);
}

TEST(Overlay, ReadWriteLocksThatTheCLibraryMadeOrUsedAreFree) {
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  EXPECT_TRUE(rwlock_at(object_of(&lock)).is_free());
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  EXPECT_TRUE(rwlock_at(object_of(&lock)).is_free());
  EXPECT_NE(rwlock_mark(object_of(&lock)), kDestroyed);
  EXPECT_NE(rwlock_preference(object_of(&lock)), PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_t writers_first = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
  EXPECT_EQ(rwlock_preference(object_of(&writers_first)),
            PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
}

TEST(Overlay, SpinLocksOfTheCLibraryAreFree) {
  pthread_spinlock_t lock;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  EXPECT_TRUE(spin_lock_at(object_of(const_cast<int*>(&lock))).is_free());
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  EXPECT_TRUE(spin_lock_at(object_of(const_cast<int*>(&lock))).is_free());
}

TEST(Overlay, ReadsBarriersAndSemaphoresOfTheCLibrary) {
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, nullptr, 7);
  EXPECT_EQ(barrier_at(object_of(&barrier)).needed, 7U);
  sem_t semaphore{};
  sem_init(&semaphore, 0, 5);
  EXPECT_EQ(semaphore_at(object_of(&semaphore)).count, 5U);
  sem_wait(&semaphore);
  EXPECT_EQ(semaphore_at(object_of(&semaphore)).count, 4U);
  EXPECT_NE(semaphore_mark(object_of(&semaphore)), kDestroyed);
}

TEST(Overlay, ObjectsAreTheirAddresses) {
  int object = 0;
  EXPECT_EQ(address_of(object_of(&object)), &object);
}

void do_nothing() {}

TEST(Overlay, ReadsOnceFlagsOfTheCLibrary) {
  pthread_once_t once = PTHREAD_ONCE_INIT;
  EXPECT_EQ(load_once(&once).phase, sync::OncePhase::fresh);
  real().pthread_once(&once, do_nothing);
  EXPECT_EQ(load_once(&once).phase, sync::OncePhase::done);
}

bool g_called = false;
void note_call() { g_called = true; }

TEST(Overlay, WritesOnceFlagsThatTheCLibraryReads) {
  pthread_once_t once = PTHREAD_ONCE_INIT;
  store_once(&once, {sync::OncePhase::done, 0});
  real().pthread_once(&once, note_call);
  EXPECT_FALSE(g_called);
}

TEST(Overlay, KeepsWhoRunsAnInitialiser) {
  for (const unsigned thread : {0U, 1U, 255U, 256U, 1023U}) {
    const auto runner = static_cast<std::uint16_t>(thread);
    pthread_once_t once = PTHREAD_ONCE_INIT;
    store_once(&once, {sync::OncePhase::running, runner});
    EXPECT_EQ(load_once(&once).phase, sync::OncePhase::running);
    EXPECT_EQ(load_once(&once).runner, runner);

    std::uint64_t guard = 0;
    store_guard(&guard, {sync::OncePhase::running, runner});
    EXPECT_EQ(load_guard(&guard).phase, sync::OncePhase::running);
    EXPECT_EQ(load_guard(&guard).runner, runner);
    EXPECT_EQ(guard & 0xff, 0U) << "compiled code must not take it for done";
  }
}

TEST(Overlay, GuardsAreDoneByTheirFirstByte) {
  std::uint64_t guard = 0;
  EXPECT_EQ(load_guard(&guard).phase, sync::OncePhase::fresh);
  store_guard(&guard, {sync::OncePhase::done, 0});
  EXPECT_EQ(guard & 0xff, 1U);
  EXPECT_EQ(load_guard(&guard).phase, sync::OncePhase::done);
  store_guard(&guard, {});
  EXPECT_EQ(guard, 0U);
}

TEST(Overlay, ReadsGuardsOfTheCxxRuntime) {
  std::uint64_t guard = 0;
  ASSERT_EQ(real().cxa_guard_acquire(&guard), 1);
  real().cxa_guard_release(&guard);
  EXPECT_EQ(load_guard(&guard).phase, sync::OncePhase::done);
  guard = 0;
  store_guard(&guard, {sync::OncePhase::done, 0});
  EXPECT_EQ(real().cxa_guard_acquire(&guard), 0);
}

TEST(Overlay, LeavesTheRestOfAGuardAlone) {
  unsigned char bytes[8] = {0, 0, 0, 0, 9, 9, 9, 9};
  store_guard(bytes, {sync::OncePhase::running, 1023});
  for (int i = 4; i < 8; ++i) EXPECT_EQ(bytes[i], 9);
}

}  // namespace
}  // namespace heddle::native
