// Locks without a name of their own can be told apart.
#include "report/lock_order_text.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

TEST(LockOrderText, NumbersTheLocksOfACircleThatHaveNoName) {
  result::FoundLock here;
  here.memory = "the stack of main";
  std::vector<result::FoundLockCycle> cycles = {{{"thread 1", here, {}}, {"thread 2", {}, here}}};
  symbolize::Symbolizer symbolizer;
  EXPECT_FALSE(is_suppressed(cycles[0], {}, symbolizer));
  name_locks(cycles, symbolizer);
  ASSERT_EQ(cycles.size(), 1U);
  ASSERT_EQ(cycles[0].size(), 2U);
  EXPECT_EQ(cycles[0][0].held.name, "lock 1, in the stack of main");
  EXPECT_EQ(cycles[0][0].wanted.name, "lock 2");
  EXPECT_EQ(cycles[0][1].held.name, "lock 2");
  EXPECT_EQ(cycles[0][1].wanted.name, "lock 1, in the stack of main");
}

}  // namespace
}  // namespace heddle::report
