// Happens-before fingerprints are equal exactly where brute force finds equivalent runs; and a
// search that stops at equal ones still sees every end.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>

#include "differential/explored.hpp"
#include "differential/secretive_system.hpp"
#include "model/oracle.hpp"
#include "model/random_program.hpp"
#include "search/recipes/recipes.hpp"
#include "search/state/happened_before.hpp"

namespace heddle {
namespace {

using model::Family;
using model::ModelSystem;
using model::OracleResult;
using model::Program;
using search::HappensBefore;
using search::Path;

// Eleven families: 2,695 programs.
constexpr int kProgramsPerFamily = 245;
constexpr std::size_t kMostSchedules = 600;

// Visits every prefix of every schedule, with one analysis that follows it by undoing and redoing.
class Prefixes {
 public:
  void visit(const ModelSystem& system) {
    path_.arrive(system.view());
    note(trace_key(performed_, system.program().threads.size()), system.program());
    if (system.view().verdict != Verdict::running) return;
    for (const ThreadView& thread : system.view().threads) {
      for (std::uint16_t way = 0; way < thread.alternatives; ++way) {
        take(system, {thread.id, way});
      }
    }
  }

  bool agree() const { return agree_; }
  std::size_t traces() const { return by_key_.size(); }

 private:
  void take(const ModelSystem& system, Decision decision) {
    path_.arrive(system.view());
    clocks_.stepping(path_, decision);
    ModelSystem next = system;
    model::Performed step = model::take(next, decision);
    path_.push(decision);
    path_.arrive(next.view());
    clocks_.stepped(path_);
    performed_.push_back(std::move(step));
    visit(next);
    performed_.pop_back();
    path_.truncate(path_.depth() - 1);
    path_.arrive(system.view());
    clocks_.rewound(path_);
  }

  void note(const model::TraceKey& key, const Program& program) {
    const Fingerprint fingerprint = clocks_.fingerprint();
    agree_ &= by_key_.try_emplace(key, fingerprint).first->second == fingerprint;
    agree_ &= by_fingerprint_.try_emplace(fingerprint, key).first->second == key;
    agree_ &= from_scratch(program) == fingerprint;
  }

  Fingerprint from_scratch(const Program& program) const {
    ModelSystem system(program);
    HappensBefore clocks;
    Path path;
    for (const Decision decision : path_.schedule()) {
      path.arrive(system.view());
      clocks.stepping(path, decision);
      system.step(decision);
      path.push(decision);
      path.arrive(system.view());
      clocks.stepped(path);
    }
    return clocks.fingerprint();
  }

  Path path_;
  HappensBefore clocks_;
  std::vector<model::Performed> performed_;
  std::map<model::TraceKey, Fingerprint> by_key_;
  std::map<Fingerprint, model::TraceKey> by_fingerprint_;
  bool agree_ = true;
};

class Exact final : public search::VisitedStore {
 public:
  search::Visit insert(const Fingerprint& state, const search::Arrival&) override {
    return seen_.insert(state).second ? search::Visit::fresh : search::Visit::known;
  }
  void clear() override { seen_.clear(); }
  std::string_view name() const override { return "exact"; }

 private:
  std::set<Fingerprint> seen_;
};

search::Recipe remembering() {
  search::Recipe recipe = std::move(*search::depth_first({.fair = false}));
  const auto clocks = std::make_shared<HappensBefore>();
  recipe.analyses.push_back(clocks);
  recipe.identity = std::make_unique<search::HappenedBefore>(clocks);
  recipe.visited = std::make_unique<Exact>();
  return recipe;
}

class HappensBeforeTest : public testing::TestWithParam<Family> {};

TEST_P(HappensBeforeTest, EqualExactlyForEquivalentPrefixes) {
  Random random(0xb4 + static_cast<std::uint64_t>(GetParam()));
  std::size_t traces = 0;
  for (int compared = 0; compared < kProgramsPerFamily && !HasFailure();) {
    const Program program = random_program(GetParam(), random);
    if (!enumerate(program, {.max_schedules = kMostSchedules}).complete) continue;
    ++compared;
    Prefixes prefixes;
    prefixes.visit(ModelSystem(program));
    EXPECT_TRUE(prefixes.agree()) << to_text(program);
    traces += prefixes.traces();
  }
  EXPECT_GT(traces, 10U * kProgramsPerFamily);
}

TEST_P(HappensBeforeTest, StoppingAtEqualOnesLosesNothing) {
  Random random(0xfa57 + static_cast<std::uint64_t>(GetParam()));
  for (int compared = 0; compared < kProgramsPerFamily && !HasFailure();) {
    const Program program = random_program(GetParam(), random);
    const OracleResult oracle = enumerate(program, {.max_schedules = kMostSchedules});
    if (!oracle.complete) continue;
    ++compared;
    SCOPED_TRACE(to_text(program));
    const Explored found = explore(program, remembering());
    EXPECT_EQ(found.end, search::End::exhausted);
    EXPECT_EQ(found.final_states, oracle.final_states());
    EXPECT_EQ(found.failures, oracle.failures());
    EXPECT_EQ(found.deadlocks > 0, !oracle.deadlock_traces().empty());
    EXPECT_LE(found.runs.size(), oracle.runs.size());
  }
}

// The same of programs whose accesses are known only when they were made.
TEST_P(HappensBeforeTest, WhatWasNotAnnouncedCounts) {
  Random random(0x5ec7 + static_cast<std::uint64_t>(GetParam()));
  for (int compared = 0; compared < kProgramsPerFamily / 5 && !HasFailure();) {
    const Program program = random_program(GetParam(), random);
    const OracleResult oracle = enumerate(program, {.max_schedules = kMostSchedules});
    if (!oracle.complete) continue;
    ++compared;
    SCOPED_TRACE(to_text(program));
    SecretiveSystem system(program);
    Explored found;
    KeepEverything observer(system.open(), found);
    search::Explorer explorer(system, remembering(), {}, observer);
    EXPECT_EQ(explorer.explore(), search::End::exhausted);
    EXPECT_EQ(found.final_states, oracle.final_states());
    EXPECT_EQ(found.failures, oracle.failures());
  }
}

// Without sharing, the runs are one trace and the states a grid.
TEST(HappensBefore, IndependentThreadsMakeAGrid) {
  const Result<Program> program = model::parse_program("W x;W x;W x / W y;W y;W y");
  ASSERT_TRUE(program.ok());
  const Explored found = explore(*program, remembering());
  EXPECT_EQ(found.tally.states, 16U);
  EXPECT_EQ(found.tally.transitions, 24U);
}

INSTANTIATE_TEST_SUITE_P(Families, HappensBeforeTest, testing::ValuesIn(model::kFamilies),
                         [](const auto& family) { return std::string(name(family.param)); });

}  // namespace
}  // namespace heddle
