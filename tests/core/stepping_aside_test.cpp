// Which loops are those of threads that take several locks as std::lock does.
#include "core/stepping_aside.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

LoopStep step(std::size_t thread, OpKind kind, std::uint64_t object) {
  return {thread_id(thread), kind, ObjectId{object}};
}
LoopStep lock(std::size_t thread, std::uint64_t object) {
  return step(thread, OpKind::mutex_lock, object);
}
LoopStep trial(std::size_t thread, std::uint64_t object) {
  return step(thread, OpKind::mutex_trylock, object);
}
LoopStep unlock(std::size_t thread, std::uint64_t object) {
  return step(thread, OpKind::mutex_unlock, object);
}

using Loop = std::vector<LoopStep>;

TEST(SteppingAside, WaitsForTheLockThatItDidNotGet) {
  EXPECT_TRUE(steps_aside(
      Loop{lock(1, 10), trial(1, 20), unlock(1, 10), lock(1, 20), trial(1, 10), unlock(1, 20)}));
}

TEST(SteppingAside, TheLoopMayBeginAnywhere) {
  EXPECT_TRUE(steps_aside(
      Loop{unlock(1, 10), lock(1, 20), trial(1, 10), unlock(1, 20), lock(1, 10), trial(1, 20)}));
}

TEST(SteppingAside, SomeTrialsOfThreeMaySucceed) {
  EXPECT_TRUE(steps_aside(Loop{lock(1, 10), trial(1, 20), trial(1, 30), unlock(1, 20),
                               unlock(1, 10), lock(1, 30), trial(1, 10), unlock(1, 30)}));
  EXPECT_FALSE(steps_aside(Loop{lock(1, 10), trial(1, 20), trial(1, 30), unlock(1, 20),
                                unlock(1, 10), lock(1, 20), trial(1, 10), unlock(1, 20)}))
      << "it waits for another lock than the one that it did not get";
  EXPECT_TRUE(
      steps_aside(Loop{lock(1, 10), trial(1, 20), trial(1, 30), unlock(1, 20), unlock(1, 10),
                       lock(1, 30), trial(1, 10), trial(1, 20), unlock(1, 10), unlock(1, 30),
                       lock(1, 20), trial(1, 30), trial(1, 10), unlock(1, 30), unlock(1, 20)}));
}

TEST(SteppingAside, StartingOverWithTheSameLockIsNoSuchThing) {
  EXPECT_FALSE(steps_aside(
      Loop{lock(1, 10), trial(1, 20), unlock(1, 10), lock(2, 20), trial(2, 10), unlock(2, 20)}));
}

TEST(SteppingAside, NorIsALoopThatGetsItsLocks) {
  EXPECT_FALSE(steps_aside(Loop{lock(1, 10), trial(1, 20), unlock(1, 20), unlock(1, 10)}));
  EXPECT_FALSE(steps_aside(Loop{lock(1, 10), unlock(1, 10)}));
  EXPECT_FALSE(steps_aside(Loop{}));
}

TEST(SteppingAside, NorOneThatDoesSomethingElse) {
  EXPECT_FALSE(
      steps_aside(Loop{lock(1, 10), trial(1, 20), unlock(1, 10), step(1, OpKind::atomic_load, 40),
                       lock(1, 20), trial(1, 10), unlock(1, 20)}));
}

TEST(SteppingAside, OneThreadThatDoesIsEnough) {
  EXPECT_TRUE(steps_aside(Loop{step(2, OpKind::atomic_load, 40), lock(1, 10), trial(1, 20),
                               unlock(1, 10), lock(1, 20), trial(1, 10), unlock(1, 20)}));
}

TEST(SteppingAside, MayBeCutAnywhereWhenItIsNoLoop) {
  const Loop steps = {unlock(1, 10), lock(1, 20),   trial(1, 10), unlock(1, 20), lock(1, 10),
                      trial(1, 20),  unlock(1, 10), lock(1, 20),  trial(1, 10)};
  EXPECT_FALSE(steps_aside(steps));
  EXPECT_TRUE(keeps_stepping_aside(steps));
  EXPECT_FALSE(keeps_stepping_aside(Loop{lock(1, 10), trial(1, 20), unlock(1, 10), lock(1, 10),
                                         trial(1, 20), unlock(1, 10), lock(1, 10)}));
  EXPECT_FALSE(keeps_stepping_aside(Loop{trial(1, 20), trial(1, 20)}));
}

}  // namespace
}  // namespace heddle
