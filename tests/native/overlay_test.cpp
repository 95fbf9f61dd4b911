// The program's own synchronisation objects hold their meaning, from static initialisers on.
#include "native/overlay.hpp"

#include <gtest/gtest.h>

#include "native/real_functions.hpp"

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
  EXPECT_EQ(sync::can_lock(mutex_at(object), kOne), type != sync::MutexType::normal);
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
