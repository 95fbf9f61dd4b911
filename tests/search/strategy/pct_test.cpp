// Probabilistic concurrency testing keeps its promise on errors of known depth.
#include "search/strategy/pct.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "search/recipes/recipes.hpp"
#include "search/strategy/sampled.hpp"

namespace heddle::search {
namespace {

constexpr std::uint64_t kPctExecutions = 2'000;

struct KnownError {
  const char* name;
  std::uint64_t depth;
  const char* program;
};

constexpr KnownError kErrors[] = {
    {"read before the write", 1, "R x;AS 0 / W x 1 / W y;W y"},
    {"read between two writes", 2, "W y;W x 1;W x 0 / R x;AS 1"},
    {"the same among others", 2, "W y;W x 1;W x 0 / R x;AS 1 / W z;W z / W z;W z"},
    {"locks in opposite orders", 2, "L m;L n;U n;U m / L n;L m;U m;U n"},
    // Reads 1, and then 2 or 3.
    {"two reads between three writes", 3,
     "W x 1;W x 2;W x 3 / R x;SKE 0 5;SKE 2 4;SKE 3 3;R x;AS 2;AS 3"},
};

// "... of at least 1 in 12, if ...".
double promised(const std::string& guarantee) {
  const std::string before = "at least 1 in ";
  const std::size_t at = guarantee.find(before);
  EXPECT_NE(at, std::string::npos) << guarantee;
  return at == std::string::npos ? 1 : 1 / std::stod(guarantee.substr(at + before.size()));
}

TEST(Pct, FindsErrorsOfItsDepthWithTheChanceThatItPromises) {
  for (const KnownError& error : kErrors) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Samples samples =
          sample(error.program, pct({.pct_depth = error.depth, .seed = seed}), kPctExecutions);
      const double expected = promised(samples.guarantee) * kPctExecutions;
      // Four standard deviations below what is promised: it promises at least that.
      EXPECT_GE(static_cast<double>(samples.failed()), expected - 4 * std::sqrt(expected))
          << error.name << ", seed " << seed;
    }
  }
}

// Two threads fall, and the one that fell later comes back first.
TEST(Pct, LetsAThreadThatFellLaterGoOnFirst) {
  const Samples samples =
      sample("W x;W x / W x;W x / W x", pct({.pct_depth = 3, .seed = 7}), 4'000);
  ASSERT_TRUE(samples.schedules.contains("01210"));
  // 1/6 for the priorities, 1/16 for the change points at steps 2 and 3 of 4.
  EXPECT_NEAR(static_cast<double>(samples.schedules.at("01210")), 4'000. / 96, 26);
}

TEST(Pct, OfDepthOneTakesNoTurnFromAThreadThatCouldGoOn) {
  const Samples samples = sample("W x;W x / W x;W x / W x", pct({.pct_depth = 1, .seed = 3}), 300);
  EXPECT_EQ(samples.schedules.size(), 6U);
  EXPECT_LT(Samples::chi_square(samples.schedules, 6), 20) << "5 degrees of freedom";
}

// Returns whether every thread moves in one uninterrupted sequence.
bool is_without_preemption(std::string schedule) {
  schedule.erase(std::unique(schedule.begin(), schedule.end()), schedule.end());
  std::sort(schedule.begin(), schedule.end());
  return std::adjacent_find(schedule.begin(), schedule.end()) == schedule.end();
}

// Thread 0 is long only if it reads what thread 1 writes last, which profiling hardly ever sees.
TEST(Pct, KeepsThePrioritiesInAnExecutionThatIsLongerThanLearned) {
  const char* program =
      "R x;SKE 0 6;W z;W z;W z;W z;W z;W z / W y;W y;W y;W y;W y;W y;W y;W y;W x 1 / W w;W w;W w";
  std::uint64_t longer = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Samples samples = sample(program, pct({.pct_depth = 1, .seed = seed}), 10);
    for (const auto& [schedule, count] : samples.schedules) {
      EXPECT_TRUE(is_without_preemption(schedule)) << schedule << ", seed " << seed;
      if (schedule.size() > 13) longer += count;
    }
  }
  EXPECT_GT(longer, 100U);
}

TEST(Pct, SaysWhatItGuarantees) {
  EXPECT_EQ(sample("W x;W x / W x;W x", pct({.pct_depth = 2, .seed = 1}), 100).guarantee,
            "each of the last 100 finds an error of depth 2 with probability at least 1 in 6, if "
            "no schedule has more than 2 threads and 3 steps with two enabled threads");
}

TEST(Pct, GuaranteesNothingWhereThreadsYieldOrChoose) {
  EXPECT_EQ(sample("Y;W x / W x", pct({.seed = 1}), 100).guarantee, "");
  EXPECT_EQ(sample("CH 2;W x / W x", pct({.seed = 1}), 100).guarantee, "");
}

TEST(Pct, LetsSpinningThreadsEnd) {
  // With a yield in the loop, and without.
  for (const char* program : {"R x;SKE 1 2;Y;JB 0 3 / W y;W x 1", "R x;JB 0 1 / W y;W x 1"}) {
    const Samples samples = sample(program, pct({.seed = 5}), 500, 20'000);
    EXPECT_EQ(samples.tally.executions, 500 + kProfilingRuns);
    EXPECT_EQ(samples.tally.cut, 0U) << program;
  }
}

TEST(Pct, RepeatsItselfBySeed) {
  const char* program = "W x;R y;W x / W y;R x;W y / A x";
  const auto draw = [&](std::uint64_t seed) { return sample(program, pct({.seed = seed}), 200); };
  EXPECT_EQ(draw(4).schedules, draw(4).schedules);
  EXPECT_NE(draw(4).schedules, draw(5).schedules);
}

}  // namespace
}  // namespace heddle::search
