// Every partial-order reduction executes at least one schedule of each equivalence class that brute
// force finds, so that no final state, deadlock or failure is lost; wake-up trees execute exactly
// one.  Under a bound on preemptions, the bounded reduction meets every class that the bound
// admits.
//
// HEDDLE_FUZZ_CASES: programs per family; what was executed is then printed.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>

#include "differential/explored.hpp"
#include "differential/secretive_system.hpp"
#include "fuzz.hpp"
#include "model/oracle.hpp"
#include "model/random_program.hpp"
#include "search/por/sleep_sets.hpp"
#include "search/por/source_sets.hpp"
#include "search/recipes/recipes.hpp"
#include "search/strategy/reduced.hpp"

namespace heddle {
namespace {

using model::CompleteRun;
using model::Family;
using model::OracleResult;
using model::Program;
using model::TraceKey;
using search::Reduce;

// Twelve families: 2,100 programs.
constexpr std::uint64_t kProgramsPerFamily = 175;
constexpr std::uint64_t kSecretiveProgramsPerFamily = 50;
constexpr std::size_t kMostSchedules = 600;

constexpr std::array kReductions = {Reduce::sleep, Reduce::dpor, Reduce::source, Reduce::optimal};

// What was compared so far, for the record.
struct Totals {
  std::uint64_t programs = 0;
  std::uint64_t schedules = 0;  // by brute force
  std::uint64_t classes = 0;
  std::map<std::string, std::uint64_t> executions;  // by search
};

Totals& totals() {
  static Totals the_totals;
  return the_totals;
}

void print_totals() {
  std::printf("%llu programs, %llu schedules, %llu classes\n",
              static_cast<unsigned long long>(totals().programs),
              static_cast<unsigned long long>(totals().schedules),
              static_cast<unsigned long long>(totals().classes));
  for (const auto& [search, executions] : totals().executions) {
    std::printf("%12llu executions: %s\n", static_cast<unsigned long long>(executions),
                search.c_str());
  }
}

std::string name(Reduce reduce) {
  return reduce == Reduce::sleep    ? "sleep"
         : reduce == Reduce::dpor   ? "dpor"
         : reduce == Reduce::source ? "source"
                                    : "optimal";
}

std::set<TraceKey> traces(const Program& program, const Explored& found) {
  std::set<TraceKey> keys;
  for (const ExploredRun& run : found.runs) keys.insert(trace_of(program, run.schedule));
  return keys;
}

std::set<TraceKey> deadlock_traces(const Program& program, const Explored& found) {
  std::set<TraceKey> keys;
  for (const ExploredRun& run : found.runs) {
    if (run.verdict == Verdict::deadlock) keys.insert(trace_of(program, run.schedule));
  }
  return keys;
}

void expect_nothing_lost(const Program& program, const OracleResult& oracle, Reduce reduce) {
  SCOPED_TRACE(name(reduce));
  const Explored found = explore(program, search::depth_first({.reduce = reduce}));
  EXPECT_EQ(found.end, search::End::exhausted);
  EXPECT_EQ(traces(program, found), oracle.traces());
  EXPECT_EQ(deadlock_traces(program, found), oracle.deadlock_traces());
  EXPECT_EQ(found.final_states, oracle.final_states());
  EXPECT_EQ(found.failures, oracle.failures());
  EXPECT_GE(found.runs.size(), oracle.traces().size());
  EXPECT_LE(found.runs.size(), oracle.runs.size());
  totals().executions[name(reduce)] += found.runs.size();
  if (reduce == Reduce::optimal) {
    EXPECT_EQ(found.runs.size(), oracle.traces().size());
  }
}

void expect_order_does_not_matter(const Program& program, const OracleResult& oracle) {
  for (const search::Order::Kind order :
       {search::Order::Kind::random, search::Order::Kind::switch_}) {
    const Explored found =
        explore(program, search::depth_first({.order = {.kind = order}, .reduce = Reduce::source}));
    EXPECT_EQ(traces(program, found), oracle.traces());
  }
}

void expect_bounds_kept(const Program& program, const OracleResult& oracle) {
  for (std::uint64_t bound = 0; bound <= 3; ++bound) {
    SCOPED_TRACE(bound);
    const Explored found = explore(
        program, search::depth_first({.bound = {.preemptions = bound}, .reduce = Reduce::dpor}));
    const std::set<TraceKey> met = traces(program, found);
    for (const CompleteRun& run : oracle.runs) {
      if (run.preemptions > bound) continue;
      EXPECT_TRUE(met.contains(run.trace)) << to_text(run.schedule);
      EXPECT_TRUE(found.final_states.contains(run.final_state));
      EXPECT_TRUE(run.failure.empty() || found.failures.contains(run.failure));
    }
    const std::size_t admitted = oracle.within(bound).interleavings;
    EXPECT_LE(found.runs.size(), admitted);
    const Explored plain =
        explore(program, search::depth_first({.bound = {.preemptions = bound}, .fair = false}));
    EXPECT_EQ(plain.runs.size(), admitted);
    const std::string within = ", preemptions=" + std::to_string(bound);
    totals().executions["dpor" + within] += found.runs.size();
    totals().executions["none" + within] += plain.runs.size();
  }
}

Explored explore_in_secret(const Program& program, search::SearchOptions options) {
  SecretiveSystem system(program);
  Explored found;
  KeepEverything observer(system.open(), found);
  search::Explorer explorer(system, std::move(*search::depth_first(options)), {}, observer);
  found.end = explorer.explore();
  return found;
}

// Of a program whose accesses are known only when they were made.
void expect_secrets_respected(const Program& program, const OracleResult& oracle) {
  for (const Reduce reduce : kReductions) {
    SCOPED_TRACE(name(reduce));
    const Explored found = explore_in_secret(program, {.reduce = reduce});
    EXPECT_EQ(traces(program, found), oracle.traces());
    EXPECT_EQ(found.final_states, oracle.final_states());
    if (reduce == Reduce::optimal) {
      EXPECT_EQ(found.runs.size(), oracle.traces().size());
    }
  }
  for (std::uint64_t bound = 0; bound <= 3; ++bound) {
    SCOPED_TRACE(bound);
    const std::set<TraceKey> met = traces(
        program,
        explore_in_secret(program, {.bound = {.preemptions = bound}, .reduce = Reduce::dpor}));
    for (const CompleteRun& run : oracle.runs) {
      EXPECT_TRUE(run.preemptions > bound || met.contains(run.trace)) << to_text(run.schedule);
    }
  }
}

class ReductionTest : public testing::TestWithParam<Family> {
 public:
  static void TearDownTestSuite() {
    if (std::getenv("HEDDLE_FUZZ_CASES") != nullptr) print_totals();
    totals() = {};
  }

 protected:
  // Calls check(program, oracle) for random programs small enough for brute force.
  template <typename Check>
  void for_each_program(std::uint64_t seed, std::uint64_t programs, Check check) {
    Random random(seed + static_cast<std::uint64_t>(GetParam()));
    for (std::uint64_t compared = 0; compared < programs && !HasFailure();) {
      const Program program = random_program(GetParam(), random);
      const OracleResult oracle = enumerate(program, {.max_schedules = kMostSchedules});
      if (!oracle.complete) continue;
      ++compared;
      ++totals().programs;
      totals().schedules += oracle.runs.size();
      totals().classes += oracle.traces().size();
      SCOPED_TRACE(to_text(program));
      check(program, oracle);
    }
  }
};

TEST_P(ReductionTest, LosesNothing) {
  for_each_program(fuzz::number_from("HEDDLE_FUZZ_SEED", 0xd0), fuzz::cases(kProgramsPerFamily),
                   [](const Program& program, const OracleResult& oracle) {
                     for (const Reduce reduce : kReductions) {
                       expect_nothing_lost(program, oracle, reduce);
                     }
                     expect_order_does_not_matter(program, oracle);
                   });
}

TEST_P(ReductionTest, KeepsThePromiseOfAPreemptionBound) {
  for_each_program(fuzz::number_from("HEDDLE_FUZZ_SEED", 0xb0), fuzz::cases(kProgramsPerFamily),
                   expect_bounds_kept);
}

TEST_P(ReductionTest, LosesNothingThatIsNotAnnounced) {
  // Nobody waits for what nobody announces.
  if (GetParam() == Family::await || GetParam() == Family::mixed) return;
  for_each_program(fuzz::number_from("HEDDLE_FUZZ_SEED", 0x5e),
                   fuzz::cases(kSecretiveProgramsPerFamily), expect_secrets_respected);
}

INSTANTIATE_TEST_SUITE_P(Families, ReductionTest, testing::ValuesIn(model::kFamilies),
                         [](const auto& family) { return std::string(name(family.param)); });

// A reduction that knows nothing of the bound beside it.
search::Recipe bounded_naively(std::unique_ptr<search::Reduction> reduction) {
  search::Recipe recipe =
      std::move(*search::depth_first({.bound = {.preemptions = 1}, .fair = false}));
  const auto causality = std::make_shared<search::Causality>();
  recipe.analyses.push_back(causality);
  recipe.frontier = std::make_unique<search::Reduced>(std::move(reduction), causality);
  return recipe;
}

// The mixes that are refused do lose schedules: the comparison above would notice.
TEST(Reduction, MixedWithABoundNaivelyLosesTraces) {
  Random random(7);
  int sleep = 0;
  int source = 0;
  for (int compared = 0; compared < 200;) {
    const Program program = random_program(Family::read_write, random);
    const OracleResult oracle = enumerate(program, {.max_schedules = kMostSchedules});
    if (!oracle.complete) continue;
    ++compared;
    const std::size_t admitted = oracle.within(1).traces;
    const auto lost = [&](std::unique_ptr<search::Reduction> reduction) {
      const Explored found = explore(program, bounded_naively(std::move(reduction)));
      return traces(program, found).size() < admitted ? 1 : 0;
    };
    sleep += lost(std::make_unique<search::SleepSets>());
    source += lost(std::make_unique<search::SourceSets>(search::SourceSets::Kind::source));
  }
  EXPECT_GT(sleep, 0);
  EXPECT_GT(source, 0);
}

}  // namespace
}  // namespace heddle
