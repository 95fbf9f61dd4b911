// Programs that spin, under every reduction: it comes to an end, and no final state, deadlock,
// failure or livelock is lost that a search through all states finds.
//
// HEDDLE_FUZZ_CASES: programs; what was executed is then printed.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include "differential/reachable.hpp"
#include "fuzz.hpp"
#include "model/random_spins.hpp"
#include "search/engine/explorer.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle {
namespace {

using model::ModelSystem;
using model::Program;
using search::Reduce;

constexpr std::uint64_t kPrograms = 1'000;
constexpr std::size_t kMostStates = 1'000;
constexpr std::uint64_t kMostExecutions = 100;

// What can become of a program.  A livelock is told by the states that it goes through.
struct Ends {
  std::set<Contents> finished;
  std::set<Contents> deadlocks;
  std::set<std::string> failures;
  std::set<std::set<Contents>> livelocks;
};

// Everything that the states of threads are no part of.
Contents shared_part(const model::State& state) {
  Contents shared(state.cells.begin(), state.cells.end());
  for (const auto& mutex : state.mutexes) shared.push_back(mutex.holder);
  return shared;
}

// By a walk through all states, with none of the search's code.
class Walk {
 public:
  explicit Walk(const Program& program) {
    visit(ModelSystem(program));
    for (const auto& [key, node] : nodes_) judge(key);
  }

  bool complete() const { return complete_; }
  std::size_t states() const { return nodes_.size(); }
  const Ends& ends() const { return ends_; }

 private:
  struct Node {
    Contents shared;
    std::set<Contents> next;
    bool ends = false;
  };

  void visit(const ModelSystem& first) {
    std::vector<ModelSystem> open{first};
    nodes_[contents(first.state())];
    while (!open.empty()) {
      const ModelSystem system = open.back();
      open.pop_back();
      Node& node = nodes_[contents(system.state())];
      node.shared = shared_part(system.state());
      const StateView& view = system.view();
      node.ends = view.verdict != Verdict::running;
      note_end(system);
      if (node.ends) continue;
      for (const ThreadView& thread : view.threads) {
        for (std::uint16_t i = 0; i < thread.alternatives; ++i) {
          ModelSystem next = system;
          next.step({thread.id, i});
          Contents key = contents(next.state());
          // A failed run may look like another that goes on.
          if (next.view().verdict == Verdict::failed) key.push_back(1);
          node.next.insert(key);
          if (next.view().verdict == Verdict::failed) {
            nodes_[key].ends = true;
            note_end(next);
          } else if (nodes_.try_emplace(key).second) {
            open.push_back(std::move(next));
          }
        }
      }
      if (nodes_.size() > kMostStates) {
        complete_ = false;
        return;
      }
    }
  }

  void note_end(const ModelSystem& system) {
    const Contents key = contents(system.state());
    if (system.view().verdict == Verdict::finished) ends_.finished.insert(key);
    if (system.view().verdict == Verdict::deadlock) ends_.deadlocks.insert(key);
    if (system.view().verdict == Verdict::failed) {
      ends_.failures.insert(std::to_string(index(system.failure().thread)) + ": " +
                            system.failure().message);
    }
  }

  // Whether from that state on nothing ever changes, and nothing ends; and every state comes again.
  void judge(const Contents& from) {
    std::set<Contents> met{from};
    std::vector<Contents> open{from};
    while (!open.empty()) {
      const Node& node = nodes_.at(open.back());
      open.pop_back();
      if (node.ends || node.shared != nodes_.at(from).shared) return;
      for (const Contents& next : node.next) {
        if (met.insert(next).second) open.push_back(next);
      }
    }
    for (const Contents& state : met) {
      if (!leads_to(state, from)) return;
    }
    ends_.livelocks.insert(met);
  }

  bool leads_to(const Contents& state, const Contents& target) const {
    std::set<Contents> met{state};
    std::vector<Contents> open{state};
    while (!open.empty()) {
      const Contents at = open.back();
      open.pop_back();
      if (at == target) return true;
      for (const Contents& next : nodes_.at(at).next) {
        if (met.insert(next).second) open.push_back(next);
      }
    }
    return false;
  }

  std::map<Contents, Node> nodes_;
  bool complete_ = true;
  Ends ends_;
};

class Collect final : public search::SearchObserver {
 public:
  Collect(const ModelSystem& system, const Program& program) : system_(system), program_(program) {}

  void run_ended(const search::Path&, Verdict verdict) override {
    if (verdict == Verdict::finished) finished.insert(contents(system_.state()));
    if (verdict == Verdict::deadlock) deadlocks.insert(contents(system_.state()));
  }

  bool failed(const search::Path& path, const Failure& failure) override {
    if (failure.cycle_begin) {
      livelocks.insert(closed_at(path.schedule(), *failure.cycle_begin));
    } else if (failure.kind != FailureKind::deadlock) {
      failures.insert(std::to_string(index(failure.thread)) + ": " + failure.message);
    }
    return true;
  }

  std::set<Contents> finished;
  std::set<Contents> deadlocks;
  std::set<std::string> failures;
  std::set<Contents> livelocks;  // the state in which the loop begins and ends

 private:
  // Follows the schedule; the state at its end must be the one at which the loop began.
  Contents closed_at(const Schedule& schedule, std::size_t begin) const {
    ModelSystem system(program_);
    Contents there;
    for (std::size_t i = 0; i < schedule.size(); ++i) {
      if (i == begin) there = contents(system.state());
      system.step(schedule[i]);
    }
    EXPECT_LT(begin, schedule.size());
    EXPECT_EQ(contents(system.state()), there) << "the loop must close";
    return there;
  }

  const ModelSystem& system_;
  const Program& program_;
};

std::map<std::string, std::uint64_t>& executions() {
  static std::map<std::string, std::uint64_t> counts;
  return counts;
}

// How many executions it took.
std::uint64_t expect_all(const Program& program, const Ends& ends, Result<search::Recipe> recipe,
                         const std::string& name) {
  SCOPED_TRACE(name);
  if (!recipe) {
    ADD_FAILURE() << recipe.sentence();
    return 0;
  }
  ModelSystem system(program, 2'000);
  Collect found(system, program);
  Budget budget;
  budget.executions = 100'000;
  search::Explorer explorer(system, std::move(*recipe), budget, found);
  EXPECT_EQ(explorer.explore(), search::End::exhausted);
  EXPECT_EQ(explorer.tally().cut, 0U);
  EXPECT_EQ(found.finished, ends.finished);
  EXPECT_EQ(found.deadlocks, ends.deadlocks);
  EXPECT_EQ(found.failures, ends.failures);
  for (const std::set<Contents>& livelock : ends.livelocks) {
    EXPECT_TRUE(std::any_of(found.livelocks.begin(), found.livelocks.end(),
                            [&](const Contents& state) { return livelock.contains(state); }))
        << "a livelock was lost";
  }
  for (const Contents& state : found.livelocks) {
    EXPECT_TRUE(std::any_of(ends.livelocks.begin(), ends.livelocks.end(),
                            [&](const auto& livelock) { return livelock.contains(state); }))
        << "what is no livelock was taken for one";
  }
  executions()[name] += explorer.tally().executions;
  return explorer.tally().executions;
}

// Bounded sets, which nothing falls asleep in, would take too long for programs of many classes.
bool is_small(const Program& program) {
  ModelSystem system(program);
  Collect found(system, program);
  Budget budget;
  budget.executions = kMostExecutions;
  search::Explorer explorer(system, std::move(*search::depth_first({.reduce = Reduce::sleep})),
                            budget, found);
  return explorer.explore() == search::End::exhausted;
}

struct Named {
  const char* name;
  Reduce reduce;
};
constexpr std::array kReductions = {Named{"sleep", Reduce::sleep}, Named{"dpor", Reduce::dpor},
                                    Named{"source", Reduce::source},
                                    Named{"optimal", Reduce::optimal}};

TEST(SpinsTest, NoEndIsLost) {
  Random random(fuzz::number_from("HEDDLE_FUZZ_SEED", 0x59));
  std::uint64_t livelocks = 0;
  std::uint64_t states = 0;
  const std::uint64_t programs = fuzz::cases(kPrograms);
  for (std::uint64_t compared = 0; compared < programs && !HasFailure();) {
    const Program program = model::random_spins(random);
    const Walk walk(program);
    if (!walk.complete() || !is_small(program)) continue;
    ++compared;
    states += walk.states();
    livelocks += walk.ends().livelocks.empty() ? 0U : 1U;
    SCOPED_TRACE(to_text(program));
    std::map<Reduce, std::uint64_t> counts;
    for (const Named& reduction : kReductions) {
      counts[reduction.reduce] = expect_all(
          program, walk.ends(), search::depth_first({.reduce = reduction.reduce}), reduction.name);
    }
    // Each of them executes every class once, so that they agree on what a class is.
    EXPECT_EQ(counts[Reduce::source], counts[Reduce::optimal]);
    EXPECT_EQ(counts[Reduce::sleep], counts[Reduce::optimal]);
    expect_all(program, walk.ends(), search::best_first({.reduce = Reduce::source}), "best-first");
    expect_all(program, walk.ends(),
               search::depth_first({.bound = {.preemptions = 50}, .reduce = Reduce::dpor}),
               "preemptions");
  }
  EXPECT_GT(livelocks, programs / 10) << "livelocks must come often enough to mean something";
  if (std::getenv("HEDDLE_FUZZ_CASES") == nullptr) return;
  std::printf("%llu programs, %llu of them with livelocks, %llu states\n",
              static_cast<unsigned long long>(programs), static_cast<unsigned long long>(livelocks),
              static_cast<unsigned long long>(states));
  for (const auto& [name, count] : executions()) {
    std::printf("%12llu executions: %s\n", static_cast<unsigned long long>(count), name.c_str());
  }
}

}  // namespace
}  // namespace heddle
