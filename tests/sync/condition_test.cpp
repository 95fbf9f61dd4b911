// A wait gives up the mutex, needs a token to come back, and takes the mutex as it was.
#include "sync/condition.hpp"

#include <gtest/gtest.h>

#include "sync/two_threads.hpp"

namespace heddle::sync {
namespace {

constexpr ObjectId kCondition{8};

TEST(Condition, WaitParksAndReleasesTheMutex) {
  Mutex mutex;
  Parking parking;
  lock(mutex, kOne);
  EXPECT_EQ(begin_wait(parking, kCondition, mutex, kOne), 1U);
  EXPECT_TRUE(mutex.is_free());
  EXPECT_TRUE(parking.waits_on(kCondition));
  EXPECT_FALSE(parking.waits_on(ObjectId{16}));
  EXPECT_FALSE(can_end_wait(parking, mutex));
}

TEST(Condition, ComesBackWithTheTokenAndTheMutexOnly) {
  Mutex mutex;
  Parking parking;
  lock(mutex, kOne);
  const std::uint32_t count = begin_wait(parking, kCondition, mutex, kOne);
  lock(mutex, kTwo);
  wake(parking);
  EXPECT_FALSE(parking.waits_on(kCondition)) << "a signalled thread is no waiter any more";
  EXPECT_FALSE(can_end_wait(parking, mutex));
  unlock(mutex, kTwo);
  ASSERT_TRUE(can_end_wait(parking, mutex));
  end_wait(parking, mutex, kOne, count);
  EXPECT_TRUE(mutex.held_by(kOne));
  EXPECT_EQ(parking.on, kNoObject);
}

}  // namespace
}  // namespace heddle::sync
