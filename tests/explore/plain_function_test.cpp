// A plain function is as good as a lambda.
#include <gtest/gtest.h>
#include <heddle/heddle.hpp>

#include <atomic>
#include <thread>

namespace {

void lose_an_update() {
  std::atomic<int> counter{0};
  const auto increment = [&counter] { counter.store(counter.load() + 1); };
  std::thread first(increment);
  std::thread second(increment);
  first.join();
  second.join();
  heddle::assert_that(counter == 2, "an update was lost");
}

TEST(Explore, TakesAFunction) {
  const heddle::Result result = heddle::explore(lose_an_update, "trace=function.trace");
  EXPECT_TRUE(result.found_error()) << result;
}

TEST(Explore, TakesAPointerToAFunction) {
  void (*const function)() = lose_an_update;
  const heddle::Result result = heddle::explore(function, "trace=function.trace");
  EXPECT_TRUE(result.found_error()) << result;
}

}  // namespace
