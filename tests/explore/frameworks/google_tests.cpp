// An ordinary GoogleTest source, which knows nothing of Heddle.
#include <gtest/gtest.h>

#include <atomic>
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

TEST(Counter, LosesAnUpdate) {
  std::atomic<int> counter{0};
  run_twice([&] { counter.store(counter.load() + 1); });
  EXPECT_EQ(counter.load(), 2) << "an update was lost";
}

TEST(Counter, IsRight) {
  std::atomic<int> counter{0};
  run_twice([&] { ++counter; });
  EXPECT_EQ(counter.load(), 2);
}

class Fixture : public testing::Test {
 protected:
  void SetUp() override { start = 40; }
  void TearDown() override { EXPECT_EQ(start, 40) << "the test's own memory was changed"; }
  int start = 0;
  std::mutex mutex;
};

TEST_F(Fixture, IsSetUpForEverySchedule) {
  ASSERT_EQ(start, 40);
  run_twice([&] {
    const std::lock_guard lock(mutex);
    ++start;
  });
  EXPECT_EQ(start, 42);
}

TEST_F(Fixture, FailsInAThread) {
  std::atomic<int> first{0};
  run_twice([&] { EXPECT_NE(first.exchange(1), 1) << "second"; });
}

}  // namespace
