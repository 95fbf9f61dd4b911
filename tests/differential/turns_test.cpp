// A search that pauses while others use its system executes the same schedules as one that does
// not.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "model/model_system.hpp"
#include "model/random_program.hpp"
#include "search/engine/explorer.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle {
namespace {

using model::Family;
using model::ModelSystem;
using model::Program;
using search::SearchOptions;

constexpr int kProgramsPerFamily = 60;
constexpr std::uint64_t kMostExecutions = 60;
constexpr std::uint64_t kLongestTurn = 12;

class Log final : public search::SearchObserver {
 public:
  void run_ended(const search::Path& path, Verdict verdict) override {
    runs.push_back(to_text(path.schedule()) + ' ' + std::to_string(static_cast<int>(verdict)));
  }
  void arrived(const search::Path& path, bool is_new) override {
    runs.push_back("at " + std::to_string(path.depth()) + (is_new ? " new" : " known"));
  }
  bool failed(const search::Path& path, const Failure& failure) override {
    runs.push_back(to_text(path.schedule()) + ' ' + failure.message);
    return true;
  }

  std::vector<std::string> runs;
};

search::Recipe recipe_of(const SearchOptions& options) {
  return std::move(*search::recipe_for(options));
}

Budget limited() {
  Budget budget;
  budget.executions = kMostExecutions;
  return budget;
}

std::vector<std::string> without_pauses(const Program& program, const SearchOptions& options) {
  ModelSystem system(program);
  Log log;
  search::Explorer explorer(system, recipe_of(options), limited(), log);
  explorer.explore();
  return log.runs;
}

void walk(ModelSystem& system, Random& random) {
  for (std::uint64_t left = random.below(8); left > 0; --left) {
    std::vector<Decision> choices;
    if (system.view().verdict != Verdict::running) return;
    for (const ThreadView& thread : system.view().threads) {
      for (std::uint16_t i = 0; thread.enabled() && i < thread.alternatives; ++i) {
        choices.push_back({thread.id, i});
      }
    }
    system.step(choices[random.below(choices.size())]);
  }
}

std::vector<std::string> in_turns(const Program& program, const SearchOptions& options,
                                  Random& random) {
  ModelSystem system(program);
  const Mark initial = system.mark();
  Log log;
  search::Explorer explorer(system, recipe_of(options), {}, log);
  while (true) {
    Budget budget = limited();
    budget.transitions = explorer.tally().transitions + 1 + random.below(kLongestTurn);
    explorer.set_budget(budget);
    const search::End end = explorer.explore();
    const bool is_paused = explorer.tally().transitions >= budget.transitions;
    if (end != search::End::budget || !is_paused) return log.runs;
    explorer.leave();
    system.rewind(initial);
    walk(system, random);
    system.rewind(initial);
  }
}

class TurnsTest : public testing::TestWithParam<Family> {};

TEST_P(TurnsTest, DoNotChangeASearch) {
  std::vector<SearchOptions> searches;
  const auto add = [&](config::Search search) -> SearchOptions& {
    SearchOptions& options = searches.emplace_back();
    options.search = search;
    options.states = config::States::none;
    options.seed = 5;
    return options;
  };
  add(config::Search::dfs);
  add(config::Search::dfs).states = config::States::memory;
  add(config::Search::dfs).reduce = config::Reduce::sleep;
  add(config::Search::dfs).reduce = config::Reduce::source;
  SearchOptions& bounded = add(config::Search::context_bounded);
  bounded.states = config::States::memory;
  bounded.bound.preemptions = 1;
  for (const config::Search sampler :
       {config::Search::rff, config::Search::surw, config::Search::pct, config::Search::pos}) {
    add(sampler);
  }
  Random random(static_cast<std::uint64_t>(GetParam()) + 1);
  std::size_t longest = 0;
  for (int i = 0; i < kProgramsPerFamily; ++i) {
    const Program program = model::random_program(GetParam(), random);
    for (const SearchOptions& options : searches) {
      const std::vector<std::string> whole = without_pauses(program, options);
      longest = std::max(longest, whole.size());
      ASSERT_EQ(in_turns(program, options, random), whole)
          << to_text(program) << "\nsearch " << static_cast<int>(options.search);
    }
  }
  EXPECT_GT(longest, 20U) << "the programs are too small to tell anything";
}

INSTANTIATE_TEST_SUITE_P(Families, TurnsTest, testing::ValuesIn(model::kFamilies),
                         [](const auto& family) { return std::string(name(family.param)); });

}  // namespace
}  // namespace heddle
