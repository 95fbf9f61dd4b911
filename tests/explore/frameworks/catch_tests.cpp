// Catch2 test cases, as users write them.
#define CATCH_CONFIG_MAIN
#include <heddle/catch.hpp>

#include <atomic>
#include <thread>

namespace {

template <typename Work>
void run_twice(Work work) {
  std::thread one(work);
  std::thread two(work);
  one.join();
  two.join();
}

HEDDLE_TEST_CASE("an update is lost", "[counter][wrong]") {
  std::atomic<int> counter{0};
  run_twice([&] { counter.store(counter.load() + 1); });
  REQUIRE(counter.load() == 2);
}

HEDDLE_TEST_CASE("the counter is right", "[counter]") {
  std::atomic<int> counter{0};
  run_twice([&] { ++counter; });
  REQUIRE(counter.load() == 2);
}

TEST_CASE("a plain test case runs natively", "[plain]") { REQUIRE_FALSE(heddle::exploring()); }

}  // namespace
