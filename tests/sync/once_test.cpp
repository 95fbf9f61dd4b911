// One thread initialises; others wait; after an exception the next one tries.
#include "sync/once.hpp"

#include <gtest/gtest.h>

namespace heddle::sync {
namespace {

TEST(Once, RunsOnceAndMakesOthersWait) {
  Once once;
  ASSERT_TRUE(can_begin(once));
  EXPECT_TRUE(begin(once, ThreadId{3}));
  EXPECT_EQ(once.runner, 3U);
  EXPECT_FALSE(can_begin(once));
  end(once);
  ASSERT_TRUE(can_begin(once));
  EXPECT_FALSE(begin(once, ThreadId{1}));
}

TEST(Once, IsFreshAgainAfterAnAbort) {
  Once once;
  begin(once, ThreadId{0});
  abort(once);
  ASSERT_TRUE(can_begin(once));
  EXPECT_TRUE(begin(once, ThreadId{1}));
}

}  // namespace
}  // namespace heddle::sync
