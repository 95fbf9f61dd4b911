// heddle::explore inside an ordinary GoogleTest program, as users write it.
#include <gtest/gtest.h>
#include <heddle/heddle.hpp>

#include <atomic>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr const char* kQuiet = "trace=explore_test.trace";

int g_calls = 0;
std::vector<std::string> g_words;

template <typename First, typename Second>
void run_both(First first, Second second) {
  std::thread one(first);
  std::thread two(second);
  one.join();
  two.join();
}

void lose_an_update() {
  std::atomic<int> counter{0};
  const auto increment = [&counter] { counter.store(counter.load() + 1); };
  run_both(increment, increment);
  heddle::assert_that(counter == 2, "an update was lost");
}

void lock_in_two_orders() {
  std::mutex left;
  std::mutex right;
  run_both(
      [&] {
        const std::lock_guard one(left);
        const std::lock_guard two(right);
      },
      [&] {
        const std::lock_guard one(right);
        const std::lock_guard two(left);
      });
}

void increment_under_a_lock() {
  std::mutex mutex;
  int counter = 0;
  const auto increment = [&] {
    const std::lock_guard lock(mutex);
    ++counter;
  };
  run_both(increment, increment);
  heddle::assert_that(counter == 2);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Explore, FindsALostUpdate) {
  const heddle::Result result = heddle::explore([] { lose_an_update(); }, kQuiet);
  EXPECT_TRUE(result.found_error()) << result;
  EXPECT_FALSE(result.ok());
  EXPECT_TRUE(contains(result.text(), "an update was lost")) << result;
  EXPECT_TRUE(contains(result.text(), "explore_test.cpp:")) << result;
  EXPECT_TRUE(contains(result.text(), "lose_an_update")) << result;
  EXPECT_TRUE(contains(result.json(), "\"kind\": \"assertion\"")) << result.json();
}

// Written by both, and read only after both were joined: nobody sees which one was last.
void write_without_a_lock() {
  int written = 0;
  const auto write = [&written] { written = 1; };
  run_both(write, write);
  heddle::assert_that(written == 1);
}

TEST(Explore, ListsDataRaces) {
  testing::internal::CaptureStderr();
  const heddle::Result result = heddle::explore([] { write_without_a_lock(); }, kQuiet);
  const std::string warned = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(result.ok()) << result;
  EXPECT_EQ(result.races(), 1) << result;
  for (const std::string& text : {result.text(), result.json(), warned}) {
    EXPECT_TRUE(contains(text, "explore_test.cpp:")) << text;
    EXPECT_TRUE(contains(text, "write_without_a_lock")) << text;
  }
}

TEST(Explore, ListsOrdersOfLocks) {
  testing::internal::CaptureStderr();
  const heddle::Result result =
      heddle::explore([] { lock_in_two_orders(); }, "bound=preemptions=0:trace=explore_test.trace");
  const std::string warned = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(result.ok()) << result;
  EXPECT_EQ(result.races(), 0) << result;
  EXPECT_TRUE(contains(warned, "inconsistent order")) << warned;
  EXPECT_TRUE(contains(result.json(), "lock_order")) << result.json();
}

TEST(Explore, FindsADeadlock) {
  const heddle::Result result = heddle::explore([] { lock_in_two_orders(); }, kQuiet);
  EXPECT_TRUE(result.found_error()) << result;
  EXPECT_TRUE(contains(result.text(), "deadlock")) << result;
  EXPECT_TRUE(contains(result.text(), "lock_in_two_orders")) << result;
  EXPECT_TRUE(contains(result.json(), "\"kind\": \"deadlock\"")) << result.json();
}

TEST(Explore, FindsACrash) {
  const heddle::Result result = heddle::explore(
      [] {
        std::atomic<int*> pointer{new int(3)};
        run_both([&] { pointer.store(nullptr); },
                 [&] {
                   if (pointer.load() != nullptr) *pointer.load() = 4;
                 });
      },
      kQuiet);
  EXPECT_TRUE(result.found_error()) << result;
  EXPECT_TRUE(contains(result.json(), "\"kind\": \"crash\"")) << result.json();
}

TEST(Explore, PassesACorrectProgram) {
  const heddle::Result result = heddle::explore([] { increment_under_a_lock(); });
  EXPECT_TRUE(result.ok()) << result;
  EXPECT_EQ(result.exit_code(), 0);
  EXPECT_TRUE(contains(result.json(), "\"verdict\": \"complete\"")) << result.json();
  EXPECT_TRUE(contains(result.text(), "states were visited")) << result;
}

TEST(Explore, EachExecutionFindsMemoryAsItWas) {
  g_calls = 40;
  g_words = {"before"};
  int local = 7;
  std::map<int, std::string> heap{{1, "one"}};
  auto owned = std::make_unique<int>(5);
  const heddle::Result result = heddle::explore([&] {
    heddle::assert_that(g_calls == 40, "a global was not taken back");
    heddle::assert_that(g_words.size() == 1, "a global vector was not taken back");
    heddle::assert_that(local == 7, "a local was not taken back");
    heddle::assert_that(heap.size() == 1 && heap.at(1) == "one", "the heap was not taken back");
    heddle::assert_that(owned != nullptr && *owned == 5, "ownership was not taken back");
    ++g_calls;
    g_words.emplace_back("inside, and too long to live in the string itself");
    local = 8;
    heap[2] = "two";
    heap[1] = "changed";
    owned.reset();
    increment_under_a_lock();
  });
  EXPECT_TRUE(result.ok()) << result;
  EXPECT_EQ(g_calls, 40);
  EXPECT_EQ(g_words, std::vector<std::string>{"before"});
  EXPECT_EQ(local, 7);
  EXPECT_EQ(heap, (std::map<int, std::string>{{1, "one"}}));
  ASSERT_NE(owned, nullptr);
  EXPECT_EQ(*owned, 5);
}

TEST(Explore, AnErrorLeavesMemoryAsItWas) {
  g_calls = 10;
  const heddle::Result result = heddle::explore(
      [] {
        ++g_calls;
        lose_an_update();
      },
      kQuiet);
  EXPECT_TRUE(result.found_error()) << result;
  EXPECT_EQ(g_calls, 10);
}

TEST(Explore, ManyTimesInOneProcess) {
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(heddle::explore([] { increment_under_a_lock(); }).ok());
    EXPECT_TRUE(heddle::explore([] { lose_an_update(); }, kQuiet).found_error());
  }
}

TEST(Explore, BetweenTheExplorationsThreadsAreReal) {
  EXPECT_TRUE(heddle::explore([] { increment_under_a_lock(); }).ok());
  std::atomic<int> sum{0};
  run_both([&] { sum += 1; }, [&] { sum += 2; });
  EXPECT_EQ(sum, 3);
  EXPECT_TRUE(heddle::explore([] { increment_under_a_lock(); }).ok());
}

TEST(Explore, CallablesOfAnyKind) {
  struct Counted {
    int limit;
    void operator()() const { heddle::assert_that(heddle::choose(limit) < 3, "beyond three"); }
  };
  EXPECT_TRUE(heddle::explore(Counted{3}).ok());
  const Counted four{4};
  EXPECT_TRUE(heddle::explore(four, kQuiet).found_error());
}

TEST(Explore, ChooseTriesEveryValue) {
  for (int wanted = 0; wanted < 4; ++wanted) {
    const auto never = [wanted] { heddle::assert_that(heddle::choose(4) != wanted, "chosen"); };
    EXPECT_TRUE(heddle::explore(never, kQuiet).found_error()) << wanted;
  }
  const heddle::Result all = heddle::explore(
      [] {
        const int first = heddle::choose(3);
        const int second = heddle::choose(5);
        heddle::assert_that(first >= 0 && first < 3 && second >= 0 && second < 5);
      },
      "search=dfs:points=sync");
  EXPECT_TRUE(all.ok()) << all;
  EXPECT_TRUE(contains(all.json(), "\"executions\": 15")) << all.json();
  EXPECT_EQ(heddle::choose(9), 0) << "outside an exploration";
}

TEST(Explore, WrongOptionsAreRefused) {
  for (const char* wrong : {"sede=3", "seed=x", "search=random:time=none", "nonsense"}) {
    bool called = false;
    const heddle::Result result = heddle::explore([&] { called = true; }, wrong);
    EXPECT_EQ(result.exit_code(), 2) << wrong;
    EXPECT_FALSE(result.ok());
    EXPECT_FALSE(result.found_error());
    EXPECT_TRUE(contains(result.text(), "heddle::explore: ")) << result;
    EXPECT_FALSE(called);
  }
}

TEST(Explore, OptionsAreRespected) {
  const auto many = [] {
    std::atomic<int> turns{0};
    const auto work = [&] {
      for (int i = 0; i < 20; ++i) ++turns;
    };
    run_both(work, work);
  };
  const heddle::Result result = heddle::explore(many, "max-executions=5:seed=3");
  EXPECT_EQ(result.exit_code(), 3) << result;
  EXPECT_TRUE(contains(result.json(), "\"executions\": 5")) << result.json();
  EXPECT_TRUE(contains(result.json(), "\"seed\": 3")) << result.json();
}

TEST(Explore, InsideAnExplorationIsRefused) {
  const heddle::Result outer = heddle::explore([] {
    const heddle::Result inner = heddle::explore([] {});
    heddle::assert_that(inner.exit_code() == 2, "not refused");
    heddle::assert_that(contains(inner.text(), "inside an exploration"), "not explained");
  });
  EXPECT_TRUE(outer.ok()) << outer;
}

TEST(Explore, ResultsCanBeCopiedAndOutliveTheCall) {
  heddle::Result kept = heddle::explore([] { increment_under_a_lock(); });
  {
    const heddle::Result error = heddle::explore([] { lose_an_update(); }, kQuiet);
    kept = error;
  }
  EXPECT_TRUE(kept.found_error()) << kept;
}

}  // namespace
