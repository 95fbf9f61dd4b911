// A GoogleTest program with a test for each line that `heddle test` may print.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace {

template <typename Work>
void run_twice(Work work) {
  std::thread one(work);
  std::thread two(work);
  one.join();
  two.join();
}

TEST(Counter, IsRight) {
  std::atomic<int> counter{0};
  run_twice([&] { ++counter; });
  EXPECT_EQ(counter, 2);
}

TEST(Counter, LosesAnUpdate) {
  std::atomic<int> counter{0};
  run_twice([&] { counter.store(counter.load() + 1); });
  EXPECT_EQ(counter, 2) << "lost <an> \"update\" & \x01";
}

TEST(Counter, DISABLED_IsNeverRun) { FAIL(); }

TEST(Locks, Deadlock) {
  std::mutex first;
  std::mutex second;
  std::thread one([&] {
    const std::lock_guard outer(first);
    const std::lock_guard inner(second);
  });
  std::thread two([&] {
    const std::lock_guard outer(second);
    const std::lock_guard inner(first);
  });
  one.join();
  two.join();
}

TEST(Locks, Crashes) {
  volatile int* const nowhere = nullptr;
  *nowhere = 1;
}

TEST(ProcessDeathTest, Dies) { EXPECT_DEATH(std::abort(), ""); }

class Fixture : public testing::Test {
 protected:
  void SetUp() override { value_ = 1; }
  void TearDown() override { EXPECT_EQ(value_, 3); }
  std::atomic<int> value_{0};
};

TEST_F(Fixture, IsSetUpForEachSchedule) {
  run_twice([&] { ++value_; });
}

class Parameters : public testing::TestWithParam<const char*> {};

TEST_P(Parameters, AreGiven) {
  std::atomic<int> counter{0};
  run_twice([&] { counter += GetParam()[0] == 'g' ? 1 : 2; });
  EXPECT_EQ(counter, 2);
}

INSTANTIATE_TEST_SUITE_P(Some, Parameters, testing::Values("good  # one\n  two", "bad"));

template <typename Type>
class Typed : public testing::Test {};

struct Names {
  template <typename Type>
  static std::string GetName(int number) {
    return "std::odd-name*" + std::to_string(number);
  }
};

using TwoTypes = testing::Types<int, long>;
TYPED_TEST_SUITE(Typed, TwoTypes, Names);
TYPED_TEST(Typed, Adds) { EXPECT_EQ(TypeParam{1} + TypeParam{1}, TypeParam{2}); }

TEST(Endless, SpinsForLong) {
  std::atomic<bool> done{false};
  std::atomic<int> turns{0};
  std::thread other([&] { done = true; });
  for (int i = 0; i < 100'000; ++i) ++turns;
  other.join();
  EXPECT_TRUE(done);
}

}  // namespace
