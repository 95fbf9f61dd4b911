// A semaphore lets through as many as were posted.
#include "sync/semaphore.hpp"

#include <gtest/gtest.h>

namespace heddle::sync {
namespace {

TEST(Semaphore, LetsThroughAsManyAsWerePosted) {
  Semaphore semaphore;
  EXPECT_FALSE(can_wait(semaphore));
  EXPECT_FALSE(try_wait(semaphore));
  post(semaphore);
  post(semaphore);
  ASSERT_TRUE(can_wait(semaphore));
  wait(semaphore);
  EXPECT_TRUE(try_wait(semaphore));
  EXPECT_FALSE(can_wait(semaphore));
}

TEST(Semaphore, IsFullAtTheCLibrarysLimit) {
  Semaphore semaphore{kMostPosts - 1};
  ASSERT_TRUE(can_post(semaphore));
  post(semaphore);
  EXPECT_FALSE(can_post(semaphore));
}

TEST(SemaphoreDeathTest, TakenWhileEmptyIsOurMistake) {
  Semaphore semaphore;
  EXPECT_EXIT(wait(semaphore), testing::ExitedWithCode(70), "an empty semaphore was taken");
}

}  // namespace
}  // namespace heddle::sync
