// Locks without a name of their own can be told apart.
#include "report/lock_order_text.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

TEST(LockOrderText, NumbersTheLocksOfACircleThatHaveNoName) {
  result::FoundLock here;
  here.memory = "the stack of main";
  const result::FoundLockCycle cycle = {{"thread 1", here, here}, {"thread 2", here, {}}};
  symbolize::Symbolizer symbolizer;
  std::uint64_t suppressed = 0;
  const auto told = reported_lock_cycles({cycle}, {}, symbolizer, suppressed);
  ASSERT_EQ(told.size(), 1U);
  ASSERT_EQ(told[0].size(), 2U);
  EXPECT_EQ(told[0][0].holds, "lock 1, in the stack of main");
  EXPECT_EQ(told[0][0].wants, "lock 2, in the stack of main");
  EXPECT_EQ(told[0][1].holds, "lock 2, in the stack of main");
  EXPECT_EQ(told[0][1].wants, "lock 1");
  EXPECT_EQ(suppressed, 0U);
}

}  // namespace
}  // namespace heddle::report
