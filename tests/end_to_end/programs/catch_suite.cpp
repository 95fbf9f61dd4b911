// A Catch2 program whose names use the syntax of its filters.
#define CATCH_CONFIG_MAIN
#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

namespace {

int sum_of_two(bool is_atomic) {
  std::atomic<int> counter{0};
  const auto add = [&] {
    if (is_atomic) {
      ++counter;
    } else {
      counter.store(counter.load() + 1);
    }
  };
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  return counter;
}

TEST_CASE("the sum is right", "[sum]") { REQUIRE(sum_of_two(true) == 2); }

TEST_CASE("loses, an [update] \"q\" *", "[sum]") { CHECK(sum_of_two(false) == 2); }

TEST_CASE("hidden", "[.]") { FAIL(); }

TEST_CASE("~back\\slash\\") { SUCCEED(); }

TEST_CASE("#hash") { SUCCEED(); }

TEST_CASE("Same but for case") { SUCCEED(); }

TEST_CASE("same but for case") { SUCCEED(); }

TEST_CASE("sections") {
  int value = 1;
  SECTION("one") { value = 2; }
  SECTION("two") { value = 3; }
  REQUIRE(value != 1);
}

}  // namespace
