// A guided search visits every schedule or state in the end, whatever its sequence of locations,
// and follows the sequence in its first execution where a greedy choice can.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "core/random.hpp"
#include "differential/explored.hpp"
#include "fuzz.hpp"
#include "model/oracle.hpp"
#include "model/random_program.hpp"
#include "search/recipes/recipes.hpp"
#include "search/strategy/guided.hpp"
#include "system/guidance.hpp"

namespace heddle {
namespace {

using search::Cost;
using Secondary = config::Heuristic::Kind;

// Locations are operations of one kind; a thread's distance is a hash, as wrong as can be.
class KindSequence final : public Guidance {
 public:
  explicit KindSequence(std::vector<OpKind> kinds) : kinds_(std::move(kinds)) {}

  std::size_t locations() const override { return kinds_.size(); }
  bool is_at(std::size_t location, const StateView&, const ThreadView& thread) const override {
    return thread.next.kind == kinds_[location];
  }
  Cost distance(std::size_t location, const StateView&, const ThreadView& thread) const override {
    return (index(thread.id) * 7 + location * 3) % 5;
  }

 private:
  std::vector<OpKind> kinds_;
};

search::SearchOptions asked(std::vector<OpKind> kinds, Secondary secondary, search::States states,
                            std::uint64_t seed) {
  search::SearchOptions result;
  result.search = search::Search::guided;
  result.states = states;
  result.seed = seed;
  result.guided.guidance = std::make_shared<KindSequence>(std::move(kinds));
  result.guided.heuristic = {secondary, {1}};
  return result;
}

TEST(GuidedSearch, ReachesWhatBruteForceReaches) {
  Random random = fuzz::seeded();
  std::uint64_t compared = 0;
  const std::vector<OpKind> kinds = {OpKind::atomic_load, OpKind::atomic_store, OpKind::mutex_lock,
                                     OpKind::atomic_update};
  for (std::uint64_t i = 0; i < fuzz::cases(300); ++i) {
    const model::Program program = model::random_program(model::Family::mixed, random);
    const model::OracleResult oracle = enumerate(program, {.max_schedules = 800});
    if (!oracle.complete) continue;
    ++compared;
    std::vector<OpKind> sequence;
    for (std::uint64_t k = random.below(4); k > 0; --k) {
      sequence.push_back(fuzz::any_of(kinds, random));
    }
    for (const Secondary secondary :
         {Secondary::distance, Secondary::random, Secondary::prefer_thread}) {
      for (const search::States states : {search::States::none, search::States::memory}) {
        const Explored found =
            explore(program, search::guided(asked(sequence, secondary, states, i)));
        ASSERT_EQ(found.end, search::End::exhausted);
        ASSERT_EQ(found.final_states, oracle.final_states());
        ASSERT_EQ(found.failures, oracle.failures());
      }
    }
  }
  EXPECT_GT(compared, fuzz::cases(300) / 10);
}

// Of the 20 schedules one writes x between the two reads of the other thread.
TEST(GuidedSearch, FollowsItsSequenceAtOnce) {
  const model::Program program = *model::parse_program("W y;W y;W x / R x;R y;R x");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    model::ModelSystem system(program);
    Explored explored;
    KeepEverything observer(system, explored);
    const std::vector<OpKind> sequence = {OpKind::atomic_load,  OpKind::atomic_store,
                                          OpKind::atomic_store, OpKind::atomic_store,
                                          OpKind::atomic_load,  OpKind::atomic_load};
    Budget budget;
    budget.executions = 1;
    search::Explorer explorer(system,
                              std::move(*search::guided(asked(sequence, Secondary::distance,
                                                              search::States::none, seed))),
                              budget, observer);
    explorer.explore();
    ASSERT_EQ(explored.runs.size(), 1U);
    EXPECT_EQ(to_text(explored.runs.front().schedule), "1 0 0 0 1 1");
  }
}

// Beyond the capacity backtrack states are dropped, and the search does not claim to be complete.
TEST(GuidedSearch, KeepsNoMoreBacktrackStatesThanAllowed) {
  const model::Program program = *model::parse_program("W x 1;W y 1;W z 1 / W x 2;W y 2;W z 2");
  model::ModelSystem system(program);
  Explored explored;
  KeepEverything observer(system, explored);
  search::SearchOptions options =
      asked({OpKind::atomic_store}, Secondary::distance, search::States::none, 1);
  options.guided.backtrack_states = 1;
  search::Explorer explorer(system, std::move(*search::guided(options)), {}, observer);
  EXPECT_EQ(explorer.explore(), search::End::exhausted);
  EXPECT_FALSE(explorer.recipe().frontier->summary().takes_all);
  EXPECT_GT(explorer.recipe().frontier->summary().pruned, 0U);
  EXPECT_LT(explored.runs.size(), 20U);
}

}  // namespace
}  // namespace heddle
