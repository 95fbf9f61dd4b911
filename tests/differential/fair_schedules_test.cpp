// Fair search executes exactly the schedules that the published algorithm allows, computed here
// literally with sets from its definition; spin loops with yields end under it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <string>

#include "differential/explored.hpp"
#include "model/random_program.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle {
namespace {

using model::ModelSystem;
using model::Program;
using Set = std::set<std::size_t>;

Set enabled(const ModelSystem& system) {
  Set result;
  for (const ThreadView& thread : system.view().threads) {
    if (thread.enabled()) result.insert(index(thread.id));
  }
  return result;
}

bool contains(const Set& set, std::size_t thread) { return set.count(thread) > 0; }

// E, D, S and P of the definition.
struct Fairness {
  std::map<std::size_t, Set> continuously_enabled, disabled_by, scheduled, waits_for;

  explicit Fairness(std::size_t threads) {
    for (std::size_t u = 0; u < threads; ++u) {
      for (std::size_t v = 0; v < threads; ++v) scheduled[u].insert(v);
    }
  }

  bool is_held_back(std::size_t thread, const Set& now) const {
    const auto at = waits_for.find(thread);
    if (at == waits_for.end()) return false;
    return std::any_of(at->second.begin(), at->second.end(),
                       [&](std::size_t other) { return contains(now, other); });
  }

  void stepped(std::size_t mover, bool yielded, const Set& before, const Set& after) {
    for (auto& [thread, others] : waits_for) others.erase(mover);
    for (auto& [thread, set] : continuously_enabled) {
      std::erase_if(set, [&](std::size_t other) { return !contains(after, other); });
    }
    for (auto& [thread, set] : scheduled) set.insert(mover);
    for (const std::size_t other : before) {
      if (!contains(after, other)) disabled_by[mover].insert(other);
    }
    if (!yielded) return;
    for (const Set& set : {continuously_enabled[mover], disabled_by[mover]}) {
      for (const std::size_t other : set) {
        if (!contains(scheduled[mover], other)) waits_for[mover].insert(other);
      }
    }
    continuously_enabled[mover] = after;
    disabled_by[mover].clear();
    scheduled[mover].clear();
  }
};

// Every fair schedule with its number of preemptions.
class FairOracle {
 public:
  FairOracle(const Program& program, std::size_t most) : most_(most) {
    visit(ModelSystem(program), Fairness(program.threads.size()), 0);
  }

  std::vector<std::string> within(std::size_t bound) const {
    std::vector<std::string> result;
    for (const auto& [schedule, preemptions] : schedules_) {
      if (preemptions <= bound) result.push_back(schedule);
    }
    return result;
  }
  std::size_t longest() const { return longest_; }
  bool is_complete() const { return complete_; }

 private:
  void visit(const ModelSystem& system, const Fairness& fairness, std::size_t preemptions) {
    if (system.view().verdict != Verdict::running) {
      schedules_[to_text(schedule_)] = preemptions;
      longest_ = std::max(longest_, schedule_.size());
      complete_ = schedules_.size() < most_;
      return;
    }
    const Set now = enabled(system);
    std::size_t moved = 0;
    for (const ThreadView& thread : system.view().threads) {
      if (fairness.is_held_back(index(thread.id), now)) continue;
      for (std::uint16_t alternative = 0; alternative < thread.alternatives; ++alternative) {
        ++moved;
        if (complete_) take(system, fairness, preemptions, {thread.id, alternative});
      }
    }
    EXPECT_GT(moved, 0U) << "fairness holds everybody back";
  }

  void take(const ModelSystem& system, const Fairness& fairness, std::size_t preemptions,
            Decision decision) {
    const Set before = enabled(system);
    const ThreadView* last = system.view().find(system.view().last);
    const bool preempts = last != nullptr && last->id != decision.thread && last->enabled() &&
                          !last->yielding && !fairness.is_held_back(index(last->id), before);
    const bool yielded = system.view().find(decision.thread)->yielding;
    ModelSystem next = system;
    next.step(decision);
    Fairness updated = fairness;
    updated.stepped(index(decision.thread), yielded, before, enabled(next));
    schedule_.push_back(decision);
    visit(next, updated, preemptions + (preempts ? 1 : 0));
    schedule_.pop_back();
  }

  std::size_t most_;
  Schedule schedule_;
  std::map<std::string, std::size_t> schedules_;
  std::size_t longest_ = 0;
  bool complete_ = true;
};

std::vector<std::string> sorted_texts(const Explored& explored) {
  std::vector<std::string> result;
  for (const ExploredRun& run : explored.runs) result.push_back(to_text(run.schedule));
  std::sort(result.begin(), result.end());
  return result;
}

void expect_fair_schedules(const Program& program, const FairOracle& oracle) {
  const Explored found = explore(program, search::depth_first({}));
  EXPECT_EQ(found.end, search::End::exhausted);
  EXPECT_EQ(sorted_texts(found), oracle.within(1'000));
  EXPECT_EQ(found.tally.max_depth, oracle.longest());
  const Explored shuffled = explore(
      program, search::depth_first({.order = {.kind = search::Order::Kind::random}, .seed = 5}));
  EXPECT_EQ(sorted_texts(shuffled), oracle.within(1'000));
  for (std::uint64_t bound = 0; bound <= 3; ++bound) {
    const Explored bounded =
        explore(program, search::context_bounded({.bound = {.preemptions = bound}}));
    EXPECT_EQ(bounded.end, search::End::exhausted);
    EXPECT_EQ(sorted_texts(bounded), oracle.within(bound)) << bound;
  }
}

struct Spin {
  const char* name;
  const char* program;
};

std::ostream& operator<<(std::ostream& out, const Spin& spin) { return out << spin.name; }

class SpinTest : public testing::TestWithParam<Spin> {};

// Without fairness none of these searches ends.
TEST_P(SpinTest, EndsUnderFairSearch) {
  const Result<Program> program = model::parse_program(GetParam().program);
  ASSERT_TRUE(program.ok()) << program.sentence();
  const FairOracle oracle(*program, 100'000);
  ASSERT_TRUE(oracle.is_complete());
  expect_fair_schedules(*program, oracle);
  const Explored unfair =
      explore(*program, search::depth_first({.fair = false}), {.states = 5'000});
  EXPECT_EQ(unfair.end, search::End::budget);
}

TEST_P(SpinTest, EndsUnderEverySampler) {
  const Result<Program> program = model::parse_program(GetParam().program);
  using Search = config::Search;
  for (const Search sampler :
       {Search::random, Search::pct, Search::pos, Search::urw, Search::surw, Search::rff}) {
    const Explored found = explore(*program, search::recipe_for({.search = sampler, .seed = 3}),
                                   {.executions = 200}, 5'000);
    EXPECT_EQ(found.runs.size(), 200U);
    EXPECT_EQ(found.tally.cut, 0U) << static_cast<int>(sampler);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Programs, SpinTest,
    testing::Values(
        Spin{"spin_wait", "R x;SKE 1 2;Y;JB 0 3 / W x 1"},
        Spin{"ping_pong", "W x 1;R y;SKE 1 2;Y;JB 0 3 / R x;SKE 1 2;Y;JB 0 3;W y 1"},
        Spin{"spin_lock",
             "TL m 4;W x 1;R x;U m;SKE 1 2;Y;JB 0 6 / TL m 4;W x 1;R x;U m;SKE 1 2;Y;JB 0 6"},
        Spin{"chain", "W x 1 / R x;SKE 1 2;Y;JB 0 3;W y 1 / R y;SKE 1 2;Y;JB 0 3"}),
    [](const auto& spin) { return std::string(spin.param.name); });

// while (!x) yield against a store: the waiter looks twice before fairness makes it wait.
TEST(FairSearch, LetsASpinLoopGoRoundTwice) {
  const Result<Program> program = model::parse_program("R x;SKE 1 2;Y;JB 0 3 / W x 1");
  ASSERT_TRUE(program.ok());
  const Explored found = explore(*program, search::depth_first({}));
  EXPECT_EQ(found.tally.max_depth, 6U);
}

// Each says that it wants to enter and gives way; whoever reads 1 finds the other one inside.
constexpr const char* kPeterson =
    "W f 1;W t 1;R g;SKE 0 4;R t;SKE 0 2;Y;JB 1 5;A in;AS 1;W in 0;W f 0 / "
    "W g 1;W t 0;R f;SKE 0 4;R t;SKE 1 2;Y;JB 0 5;A in;AS 1;W in 0;W g 0";

TEST(FairSearch, EndsOnPetersonsAlgorithm) {
  for (std::uint64_t bound = 0; bound <= 3; ++bound) {
    const Explored found = explore(*model::parse_program(kPeterson),
                                   search::context_bounded({.bound = {.preemptions = bound}}));
    EXPECT_EQ(found.end, search::End::exhausted);
    EXPECT_TRUE(found.failures.empty());
    EXPECT_EQ(found.deadlocks, 0U);
  }
}

// Two threads that step aside for each other: fair schedules in which they do so for ever remain.
TEST(FairSearch, KeepsLivelocks) {
  const char* text = "W f 1;R g;SKE 0 3;W f 0;Y;JB 1 5 / W g 1;R f;SKE 0 3;W g 0;Y;JB 1 5";
  const Explored found =
      explore(*model::parse_program(text), search::depth_first({}), {.executions = 2'000}, 100);
  EXPECT_GT(found.tally.cut, 0U);
}

TEST(FairSearch, AgreesWithTheDefinitionOnRandomPrograms) {
  Random random(0xfa15);
  for (int compared = 0; compared < 200 && !testing::Test::HasFailure();) {
    Program program = random_program(model::Family::yield, random);
    // A second yield of the same thread is what makes fairness act.
    for (auto& thread : program.threads) {
      if (random.below(2) == 0) thread.insert(thread.begin(), model::yield());
      if (random.below(2) == 0) thread.insert(thread.begin(), model::yield());
    }
    const FairOracle oracle(program, 1'000);
    if (!oracle.is_complete()) continue;
    ++compared;
    SCOPED_TRACE(to_text(program));
    expect_fair_schedules(program, oracle);
  }
}

}  // namespace
}  // namespace heddle
