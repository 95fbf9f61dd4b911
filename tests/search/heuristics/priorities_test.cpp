// What each priority says of the deviations from an execution of a small program.
#include "search/heuristics/priority.hpp"

#include <gtest/gtest.h>

#include "model/model_system.hpp"
#include "search/by_hand.hpp"
#include "search/engine/explorer.hpp"
#include "search/heuristics/bounded_costs.hpp"
#include "search/heuristics/hierarchy.hpp"
#include "search/heuristics/priorities.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle::search {
namespace {

// Follows a schedule, and shows its states to a priority.
class Execution {
 public:
  explicit Execution(const char* program) : system_(*model::parse_program(program)) {
    path_.arrive(system_.view());
  }

  void follow(std::initializer_list<std::size_t> threads, Priority& priority) {
    for (const std::size_t thread : threads) {
      show(priority);
      for (PathAnalysis* analysis : analyses()) analysis->stepping(path_, decide(thread));
      system_.step(decide(thread));
      path_.push(decide(thread));
      path_.arrive(system_.view());
      for (PathAnalysis* analysis : analyses()) analysis->stepped(path_);
    }
    priority.ended(0);
  }

  const std::shared_ptr<Causality>& causality() { return causality_; }
  const std::shared_ptr<Preemptions>& preemptions() { return preemptions_; }

 private:
  std::vector<PathAnalysis*> analyses() { return {causality_.get(), preemptions_.get()}; }

  void show(Priority& priority) {
    std::vector<Choice> choices;
    for (const ThreadView& thread : path_.view().threads) {
      if (thread.enabled()) choices.push_back({path_.depth(), {thread.id, 0}});
    }
    priority.arrived(path_, choices);
  }

  model::ModelSystem system_;
  Path path_;
  std::shared_ptr<Causality> causality_ = std::make_shared<Causality>();
  std::shared_ptr<Preemptions> preemptions_ = std::make_shared<Preemptions>(nullptr);
};

TEST(Priority, PbCountsPreemptions) {
  Execution execution("A x;A x / A x;A x");
  ByRank pb(execution.preemptions(), 8, "pb");
  execution.follow({0, 1, 1, 0}, pb);
  EXPECT_EQ(pb.cost({0, decide(1)}), 0U) << "nobody has the turn";
  EXPECT_EQ(pb.cost({1, decide(0)}), 0U);
  EXPECT_EQ(pb.cost({1, decide(1)}), 1U);
  EXPECT_EQ(pb.cost({2, decide(0)}), 2U);
}

TEST(Priority, DporWantsTheReversalsOfRaces) {
  Execution execution("W x;W y / W z;W y");
  DporPoints dpor(execution.causality(), DporPoints::Defers::others, DporPoints::Rest::is_no_point);
  execution.follow({0, 0, 1, 1}, dpor);
  EXPECT_EQ(dpor.cost({0, decide(1)}), 2U) << "x and z conflict with nothing";
  EXPECT_EQ(dpor.cost({1, decide(1)}), 0U) << "both write y";
}

TEST(Priority, MdporDefersWhatIsOnlyConservative) {
  // The last conflict of the second lock is the unlock, where the second thread could not move.
  Execution execution("L m;U m / L m;U m / W x;W x");
  DporPoints dpor(execution.causality(), DporPoints::Defers::others, DporPoints::Rest::is_no_point);
  execution.follow({0, 0, 1, 1, 2, 2}, dpor);
  EXPECT_EQ(dpor.cost({0, decide(1)}), 0U);
  EXPECT_EQ(dpor.cost({1, decide(2)}), 0U);
  DporPoints mdpor(execution.causality(), DporPoints::Defers::conservative_ones,
                   DporPoints::Rest::is_no_point);
  mdpor.ended(0);
  EXPECT_EQ(mdpor.cost({0, decide(1)}), 0U) << "before the lock";
  EXPECT_EQ(mdpor.cost({1, decide(2)}), 1U) << "before the unlock";
  EXPECT_EQ(mdpor.cost({2, decide(2)}), 2U) << "nowhere near a race";
}

TEST(Priority, SsDefersWhatOnlyReordersIndependentSteps) {
  Execution execution("W x;W x / W y;W y / W x");
  Asleep ss(execution.causality());
  execution.follow({1, 0, 0, 1, 2}, ss);
  EXPECT_EQ(ss.cost({0, decide(0)}), 0U);
  EXPECT_EQ(ss.cost({1, decide(0)}), 1U) << "offered before the first step, which is independent";
  EXPECT_EQ(ss.cost({1, decide(2)}), 0U) << "offered after it";
  EXPECT_EQ(ss.cost({2, decide(2)}), 0U);
}

TEST(Priority, RandIsDrawnFromTheSeed) {
  RandomPriority one(1);
  RandomPriority again(1);
  RandomPriority other(2);
  bool differs = false;
  for (int i = 0; i < 20; ++i) {
    const Cost cost = one.cost({});
    EXPECT_LT(cost, 256U);
    EXPECT_EQ(again.cost({}), cost);
    differs |= other.cost({}) != cost;
  }
  EXPECT_TRUE(differs);
}

TEST(Priority, VarPrefersStepsAtTheNamedObjects) {
  Execution execution("W x;W y / W y;W x");
  const auto of = [&](std::uint32_t depth) {
    return static_cast<std::uint64_t>(execution.causality()->step(depth).operation.object);
  };
  Asleep nothing(execution.causality());
  execution.follow({0, 0, 1, 1}, nothing);
  ASSERT_EQ(of(0), of(3)) << "x";
  NamedPlaces at_x(execution.causality(), NamedPlaces::Kind::data, {{of(0), of(0) + 1}});
  EXPECT_EQ(at_x.cost({0, decide(1)}), 0U) << "the step, and what the other thread does instead";
  EXPECT_EQ(at_x.cost({1, decide(1)}), 1U) << "what the other thread does instead";
  NamedPlaces nowhere(execution.causality(), NamedPlaces::Kind::data, {});
  EXPECT_EQ(nowhere.cost({0, decide(1)}), 2U);
}

class Fixed final : public Priority {
 public:
  Fixed(Cost cost, unsigned bits) : cost_(cost), bits_(bits) {}
  Cost cost(const Choice&) override { return cost_; }
  unsigned bits() const override { return bits_; }
  std::string_view name() const override { return "fixed"; }

 private:
  Cost cost_;
  unsigned bits_;
};

Cost both(Cost first, Cost second) {
  std::vector<std::unique_ptr<Priority>> parts;
  parts.push_back(std::make_unique<Fixed>(first, 2));
  parts.push_back(std::make_unique<Fixed>(second, 8));
  Hierarchy hierarchy(std::move(parts));
  EXPECT_EQ(hierarchy.name(), "fixed,fixed");
  return hierarchy.cost({});
}

TEST(Hierarchy, TheFirstDecidesAndTheSecondBreaksTies) {
  EXPECT_LT(both(0, 255), both(1, 0));
  EXPECT_LT(both(1, 3), both(1, 4));
  EXPECT_LT(both(0, 1'000'000), both(1, 0)) << "what is too large counts as the largest";
}

}  // namespace
}  // namespace heddle::search
