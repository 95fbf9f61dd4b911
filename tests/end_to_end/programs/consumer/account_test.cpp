// Tests of GoogleTest, two of which fail under some schedules.
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "account.hpp"

TEST(Account, KeepsTheSum) {
  Account a;
  Account b;
  std::thread other([&] { transfer(a, b, 1); });
  transfer(a, b, 2);
  other.join();
  EXPECT_EQ(a.balance + b.balance, 20);
}

TEST(Account, DeadlocksInOppositeDirections) {
  Account a;
  Account b;
  std::thread other([&] { transfer(a, b, 1); });
  transfer(b, a, 2);
  other.join();
}

TEST(Account, DISABLED_IsNotRun) { FAIL(); }

class Named : public testing::TestWithParam<int> {};

TEST_P(Named, IsZero) { EXPECT_EQ(GetParam(), 0); }

INSTANTIATE_TEST_SUITE_P(Some, Named, testing::Values(0, 1));
