// News of sampled executions: a reads-from pair counts once, and so does a happens-before class.
#include "search/strategy/discoveries.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <utility>

#include "model/model_system.hpp"
#include "model/random_program.hpp"
#include "search/engine/explorer.hpp"
#include "search/por/happens_before.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle::search {
namespace {

struct Counted {
  int runs = 0;
  int classes = 0;
  int runs_with_pairs = 0;
};

// Compares the news of each execution with the fingerprint of its happens-before relation.
class Executions final : public SearchObserver {
 public:
  explicit Executions(Recipe& recipe)
      : watch_(std::make_shared<DiscoveryWatch>(std::make_shared<Discoveries>())),
        clocks_(std::make_shared<HappensBefore>()) {
    recipe.analyses.push_back(watch_);
    recipe.analyses.push_back(clocks_);
  }

  void run_ended(const Path& path, Verdict) override {
    const DiscoveryWatch::News news = watch_->run_ended();
    const bool is_first = seen_.insert(clocks_->fingerprint()).second;
    EXPECT_EQ(news.is_class, is_first) << to_text(path.schedule());
    counted.classes += news.is_class ? 1 : 0;
    counted.runs_with_pairs += news.has_pair ? 1 : 0;
    ++counted.runs;
  }
  bool failed(const Path&, const Failure&) override { return true; }

  Counted counted;

 private:
  std::shared_ptr<DiscoveryWatch> watch_;
  std::shared_ptr<HappensBefore> clocks_;
  std::set<Fingerprint> seen_;
};

// Samples so many executions, with pauses in which the system begins anew.
Counted with_pauses(const model::Program& program, std::uint64_t executions) {
  model::ModelSystem system(program);
  const Mark initial = system.mark();
  Recipe recipe = std::move(*pos({.seed = 3}));
  Executions seen(recipe);
  Explorer explorer(system, std::move(recipe), {}, seen);
  while (explorer.tally().executions < executions) {
    Budget turn;
    turn.executions = executions;
    turn.transitions = explorer.tally().transitions + 7;
    explorer.set_budget(turn);
    explorer.explore();
    explorer.leave();
    system.rewind(initial);
  }
  return seen.counted;
}

TEST(Discoveries, AreTheHappensBeforeClasses) {
  Random random(11);
  int classes = 0;
  int runs = 0;
  for (const model::Family family :
       {model::Family::read_write, model::Family::lock, model::Family::semaphore,
        model::Family::choose, model::Family::yield}) {
    for (int i = 0; i < 40; ++i) {
      const model::Program program = model::random_program(family, random);
      SCOPED_TRACE(to_text(program));
      const Counted counted = with_pauses(program, 100);
      classes += counted.classes;
      runs += counted.runs;
    }
  }
  EXPECT_GT(classes, 1000);
  EXPECT_LT(classes, runs / 2) << "too few classes came twice";
}

TEST(Discoveries, HaveEachPairOnce) {
  const Counted two = with_pauses(*model::parse_program("W x / R x"), 200);
  EXPECT_EQ(two.runs_with_pairs, 2) << "the read of the initial value, and of the write";
  const Counted independent = with_pauses(*model::parse_program("W x / W y / R z"), 200);
  EXPECT_EQ(independent.runs_with_pairs, 1);
  EXPECT_EQ(independent.classes, 1);
}

TEST(Discoveries, AreSharedBetweenSearches) {
  const auto known = std::make_shared<Discoveries>();
  DiscoveryWatch first(known);
  DiscoveryWatch second(known);
  EXPECT_TRUE(first.run_ended().is_class);
  EXPECT_FALSE(second.run_ended().is_class);
}

}  // namespace
}  // namespace heddle::search
