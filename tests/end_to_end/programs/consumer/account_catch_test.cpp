// Tests of Catch2 with difficult names, one of which fails under some schedules.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#include <thread>

#include "account.hpp"

TEST_CASE("keeps the sum; [always], \"in all\" ]=] schedules") {
  Account a;
  Account b;
  std::thread other([&] { transfer(a, b, 1); });
  transfer(a, b, 2);
  other.join();
  REQUIRE(a.balance + b.balance == 20);
}

TEST_CASE("deadlocks * in opposite directions") {
  Account a;
  Account b;
  std::thread other([&] { transfer(a, b, 1); });
  transfer(b, a, 2);
  other.join();
}
