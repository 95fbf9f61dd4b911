// The reads-from pairs of an execution, and those that another one may have.
#include "search/strategy/reads_from.hpp"

#include <gtest/gtest.h>

#include <set>

#include "search/by_hand.hpp"

namespace heddle::search {
namespace {

constexpr ObjectId kReadCell{64};

struct AccessStep {
  std::size_t thread;
  char kind;  // 'w' or 'r'
  std::uint64_t site;
  std::size_t threads;  // that exist before the step
};

std::uint64_t execute_steps(ReadsFrom& relation, const std::vector<AccessStep>& steps) {
  HandMadePath initial({thread(0)});
  relation.saw(initial.path());
  for (const AccessStep& step : steps) {
    std::vector<ThreadView> threads;
    for (std::size_t i = 0; i < step.threads; ++i) threads.push_back(thread(i));
    HandMadePath made({});
    // Thread 0 took the last step and created the others.
    made.step(decide(0), threads);
    relation.saw(made.path());
    const bool writes = step.kind == 'w';
    const OpKind kind = writes ? OpKind::write : OpKind::read;
    relation.performs(thread_id(step.thread),
                      {{{kind, Site{step.site}, kReadCell}, !writes, writes}});
  }
  return relation.run_ended();
}

// The sites of writes that the read at site 9 may read from; 0: the initial value.
std::set<std::uint64_t> writes_for_the_read(const ReadsFrom& relation) {
  std::set<std::uint64_t> sites;
  Random random(1);
  if (!relation.has_pairs()) return sites;
  for (int i = 0; i < 500; ++i) {
    const ReadsFromPair pair = relation.draw(random);
    EXPECT_EQ(pair.read.site, Site{9});
    sites.insert(static_cast<std::uint64_t>(pair.write.site));
  }
  return sites;
}

TEST(ReadsFrom, HasNoPairsWhereAReadHasOneWrite) {
  ReadsFrom relation;
  execute_steps(relation, {{0, 'w', 1, 1}, {1, 'r', 9, 2}});
  EXPECT_FALSE(relation.has_pairs()) << "the write precedes the creation of the reader";
}

TEST(ReadsFrom, OffersWritesBeforeAndAfterTheRead) {
  using Sites = std::set<std::uint64_t>;
  ReadsFrom relation;
  execute_steps(relation, {{0, 'w', 1, 2}, {1, 'r', 9, 2}});
  EXPECT_EQ(writes_for_the_read(relation), (Sites{0, 1}));
  execute_steps(relation, {{1, 'r', 9, 2}, {0, 'w', 2, 2}});
  EXPECT_EQ(writes_for_the_read(relation), (Sites{0, 1, 2}));
  execute_steps(relation, {{0, 'r', 9, 1}, {1, 'w', 3, 2}});
  EXPECT_EQ(writes_for_the_read(relation), (Sites{0, 1, 2})) << "the writer is younger";
}

TEST(ReadsFrom, GivesEqualSignaturesToEqualSetsOfPairs) {
  ReadsFrom relation;
  const std::uint64_t initial = execute_steps(relation, {{1, 'r', 9, 2}, {0, 'w', 1, 2}});
  const std::uint64_t written = execute_steps(relation, {{0, 'w', 1, 2}, {1, 'r', 9, 2}});
  const std::uint64_t both =
      execute_steps(relation, {{1, 'r', 9, 2}, {0, 'w', 1, 2}, {1, 'r', 9, 2}});
  EXPECT_NE(initial, written);
  EXPECT_NE(both, initial);
  EXPECT_NE(both, written);
  EXPECT_EQ(execute_steps(relation, {{1, 'r', 9, 2}, {1, 'r', 9, 2}}), initial);
}

TEST(ReadsFrom, DrawsRarePairsMoreOften) {
  ReadsFrom relation;
  for (int i = 0; i < 9; ++i) execute_steps(relation, {{1, 'r', 9, 2}, {0, 'w', 1, 2}});
  Random random(1);
  int rare = 0;
  for (int i = 0; i < 1100; ++i) rare += relation.draw(random).write.site == Site{1} ? 1 : 0;
  EXPECT_NEAR(rare, 1000, 40) << "never had, against nine times";
  for (int i = 0; i < 9; ++i) {
    relation.failed({{OpKind::write, Site{1}, kReadCell}, {OpKind::read, Site{9}, kReadCell}});
  }
  rare = 0;
  for (int i = 0; i < 1100; ++i) rare += relation.draw(random).write.site == Site{1} ? 1 : 0;
  EXPECT_NEAR(rare, 550, 70);
}

TEST(ReadsFrom, ExchangesTheWriteOfAPair) {
  ReadsFrom relation;
  execute_steps(relation, {{0, 'w', 1, 2}, {1, 'r', 9, 2}});
  Random random(1);
  const AbstractEvent read{OpKind::read, Site{9}, kReadCell};
  const ReadsFromPair pair{{OpKind::write, Site{1}, kReadCell}, read};
  EXPECT_EQ(relation.draw_other_write(pair, random),
            (ReadsFromPair{initial_value(kReadCell), read}));
  const ReadsFromPair unknown{initial_value(kReadCell), {OpKind::read, Site{8}, kReadCell}};
  EXPECT_EQ(relation.draw_other_write(unknown, random), unknown);
}

}  // namespace
}  // namespace heddle::search
