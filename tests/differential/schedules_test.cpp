// Depth-first search with every order and every bound executes exactly the schedules that brute
// force finds, once each, and sees the same ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "differential/explored.hpp"
#include "model/oracle.hpp"
#include "model/random_program.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle {
namespace {

using model::CompleteRun;
using model::Family;
using model::OracleResult;
using model::Program;
using search::SearchOptions;

// Eleven families: 3,245 programs.
constexpr int kProgramsPerFamily = 295;
// Programs with more schedules than this are skipped.
constexpr std::size_t kMostSchedules = 1'000;

std::vector<std::string> texts(const std::vector<ExploredRun>& runs) {
  std::vector<std::string> result;
  for (const ExploredRun& run : runs) result.push_back(to_text(run.schedule));
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<std::string> texts(const OracleResult& oracle, std::size_t preemptions) {
  std::vector<std::string> result;
  for (const CompleteRun& run : oracle.runs) {
    if (run.preemptions <= preemptions) result.push_back(to_text(run.schedule));
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::uint64_t deadlocks(const OracleResult& oracle) {
  std::uint64_t count = 0;
  for (const CompleteRun& run : oracle.runs) count += run.verdict == Verdict::deadlock ? 1U : 0U;
  return count;
}

void expect_everything(const Program& program, const OracleResult& oracle,
                       search::Order::Kind order) {
  const Explored found =
      explore(program, search::depth_first({.order = {.kind = order}, .seed = 7, .fair = false}));
  EXPECT_EQ(found.end, search::End::exhausted);
  EXPECT_EQ(texts(found.runs), texts(oracle, model::OracleOptions{}.max_depth));
  EXPECT_EQ(found.final_states, oracle.final_states());
  EXPECT_EQ(found.failures, oracle.failures());
  EXPECT_EQ(found.deadlocks, deadlocks(oracle));
  EXPECT_EQ(found.tally.executions, oracle.runs.size());
  EXPECT_EQ(found.tally.pruned, 0U);
  EXPECT_EQ(found.tally.states, found.tally.transitions + 1);
}

void expect_in_order(const Program& program, const OracleResult& oracle) {
  const Explored found = explore(program, search::depth_first({.fair = false}));
  ASSERT_EQ(found.runs.size(), oracle.runs.size());
  for (std::size_t i = 0; i < found.runs.size(); ++i) {
    ASSERT_EQ(found.runs[i].schedule, oracle.runs[i].schedule);
    ASSERT_EQ(found.runs[i].verdict, oracle.runs[i].verdict);
  }
}

void expect_preemption_bounds(const Program& program, const OracleResult& oracle) {
  for (std::uint64_t bound = 0; bound <= 3; ++bound) {
    const SearchOptions options{.bound = {.preemptions = bound}, .fair = false};
    const std::vector<std::string> expected = texts(oracle, bound);
    EXPECT_EQ(texts(explore(program, search::depth_first(options)).runs), expected) << bound;
    EXPECT_EQ(texts(explore(program, search::context_bounded(options)).runs), expected) << bound;
  }
}

void expect_depth_bounds(const Program& program) {
  for (std::uint64_t bound = 1; bound <= 5; bound += 2) {
    const OracleResult oracle = enumerate(program, {.max_depth = bound});
    const Explored found =
        explore(program, search::depth_first({.bound = {.depth = bound}, .fair = false}));
    EXPECT_EQ(texts(found.runs), texts(oracle, model::OracleOptions{}.max_depth)) << bound;
    EXPECT_LE(found.tally.max_depth, bound);
  }
}

void expect_random_subset(const Program& program, const OracleResult& oracle) {
  const Explored found = explore(program, search::random_walk({.seed = 11}), {.executions = 10});
  EXPECT_EQ(found.end, search::End::budget);
  EXPECT_EQ(found.runs.size(), 10U);
  const std::vector<std::string> all = texts(oracle, model::OracleOptions{}.max_depth);
  for (const std::string& schedule : texts(found.runs)) {
    EXPECT_TRUE(std::binary_search(all.begin(), all.end(), schedule)) << schedule;
  }
}

// The rarest schedule of a program with few, short schedules is drawn within this many runs but for
// a negligible chance; the seed is fixed anyway.
void expect_random_reaches_all(const Program& program, const OracleResult& oracle) {
  if (oracle.runs.size() > 6) return;
  const Explored found =
      explore(program, search::random_walk({.seed = 3, .fair = false}), {.executions = 600});
  EXPECT_EQ(found.final_states, oracle.final_states());
  EXPECT_EQ(found.failures, oracle.failures());
}

class DifferentialTest : public testing::TestWithParam<Family> {};

TEST_P(DifferentialTest, AgreesWithBruteForce) {
  Random random(0x5eed + static_cast<std::uint64_t>(GetParam()));
  for (int compared = 0; compared < kProgramsPerFamily && !HasFailure();) {
    const Program program = random_program(GetParam(), random);
    SCOPED_TRACE(to_text(program));
    const OracleResult oracle = enumerate(program, {.max_schedules = kMostSchedules});
    if (!oracle.complete) continue;
    ++compared;
    expect_everything(program, oracle, search::Order::Kind::default_);
    expect_everything(program, oracle, search::Order::Kind::random);
    expect_in_order(program, oracle);
    expect_preemption_bounds(program, oracle);
    expect_depth_bounds(program);
    expect_random_subset(program, oracle);
    expect_random_reaches_all(program, oracle);
  }
}

INSTANTIATE_TEST_SUITE_P(Families, DifferentialTest, testing::ValuesIn(model::kFamilies),
                         [](const auto& family) { return std::string(name(family.param)); });

}  // namespace
}  // namespace heddle
