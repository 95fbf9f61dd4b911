// Loops: found exactly, and never at the cost of what ended them.
#include "trace/fold.hpp"

#include <gtest/gtest.h>

#include "core/random.hpp"

namespace heddle::trace {
namespace {

using Folds = std::vector<Fold>;

Folds folds_of(const std::vector<std::uint64_t>& keys) { return find_folds(keys); }

TEST(FindFolds, NeedsThreeRepetitions) {
  EXPECT_EQ(folds_of({}), Folds{});
  EXPECT_EQ(folds_of({1, 2, 1, 2}), Folds{});
  EXPECT_EQ(folds_of({1, 2, 1, 2, 1, 2}), (Folds{{0, 2, 3}}));
}

TEST(FindFolds, PrefersTheShortestPeriodOfTheLongestCover) {
  EXPECT_EQ(folds_of({7, 7, 7, 7, 7, 7}), (Folds{{0, 1, 6}}));
  EXPECT_EQ(folds_of({9, 1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2}), (Folds{{1, 4, 3}}));
}

TEST(FindFolds, AreDisjointAndTrue) {
  Random random(3);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::uint64_t> keys;
    for (int i = 0; i < 60; ++i) keys.push_back(random.below(2));
    std::size_t last = 0;
    for (const Fold& fold : folds_of(keys)) {
      ASSERT_GE(fold.begin, last);
      ASSERT_GE(fold.count, kFewestRepetitions);
      ASSERT_LE(fold.end(), keys.size());
      for (std::size_t i = fold.begin + fold.period; i < fold.end(); ++i) {
        ASSERT_EQ(keys[i], keys[i - fold.period]);
      }
      last = fold.end();
    }
  }
}

Trace spin(int rounds, bool sees_a_change) {
  Trace trace;
  for (int i = 0; i < rounds; ++i) {
    Step load;
    load.thread = ThreadId{1};
    load.operation.kind = OpKind::atomic_load;
    load.operation.object = ObjectId{8};
    load.stack = {{0, 0x10}};
    trace.steps.push_back(load);
  }
  if (sees_a_change) trace.steps.back().before = 1;
  return trace;
}

TEST(FindFolds, LeavesTheIterationThatEndedTheLoop) {
  EXPECT_EQ(find_folds(spin(10, false)), (Folds{{0, 1, 10}}));
  EXPECT_EQ(find_folds(spin(10, true)), (Folds{{0, 1, 9}}));
}

TEST(FindFolds, KeepsDifferentThreadsAndCallersApart) {
  Trace creations = spin(5, false);
  for (std::size_t i = 0; i < 5; ++i) creations.steps[i].other = thread_id(i + 2);
  EXPECT_EQ(find_folds(creations), Folds{}) << "each one creates another thread";
  Trace calls = spin(5, false);
  for (std::size_t i = 0; i < 5; ++i) calls.steps[i].stack.push_back({0, 0x20 + i});
  EXPECT_EQ(find_folds(calls), Folds{}) << "one function, called from different lines";
}

TEST(FindFolds, KeepsDifferentOutputsApart) {
  Trace trace = spin(4, false);
  for (std::size_t i = 0; i < 4; ++i) trace.outputs.push_back({i, ThreadId{1}, 1, "same"});
  EXPECT_EQ(find_folds(trace), (Folds{{0, 1, 4}}));
  trace.outputs[2].text = "other";
  EXPECT_EQ(find_folds(trace), Folds{});
}

}  // namespace
}  // namespace heddle::trace
