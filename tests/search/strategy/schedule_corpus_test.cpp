// The corpus keeps the schedules of new combinations and returns rare ones more often.
#include "search/strategy/schedule_corpus.hpp"

#include <gtest/gtest.h>

#include <string>

namespace heddle::search {
namespace {

AbstractSchedule schedule_named(std::uint64_t site) {
  return {{{{}, {OpKind::read, Site{site}, ObjectId{64}}}, true}};
}

TEST(ScheduleCorpus, ReturnsTheEmptyScheduleFirst) {
  ScheduleCorpus corpus;
  EXPECT_TRUE(corpus.next().empty());
  EXPECT_EQ(corpus.size(), 0U);
}

TEST(ScheduleCorpus, KeepsOneScheduleOfEachCombination) {
  ScheduleCorpus corpus;
  corpus.executed(schedule_named(1), 10);
  corpus.executed(schedule_named(2), 10);
  corpus.executed(schedule_named(3), 20);
  EXPECT_EQ(corpus.size(), 2U);
  EXPECT_EQ(corpus.next(), schedule_named(3));
}

TEST(ScheduleCorpus, MutatesAScheduleTwiceAsOftenAtEachTurn) {
  ScheduleCorpus corpus;
  corpus.executed(schedule_named(1), 10);
  corpus.executed(schedule_named(2), 20);
  std::string turns;
  for (int i = 0; i < 14; ++i) turns += corpus.next() == schedule_named(1) ? '1' : '2';
  EXPECT_EQ(turns, "21221122221111");
}

TEST(ScheduleCorpus, PassesOverFrequentCombinations) {
  ScheduleCorpus corpus;
  corpus.executed(schedule_named(2), 20);
  for (int i = 0; i < 5; ++i) corpus.executed(schedule_named(1), 10);
  for (int i = 0; i < 40; ++i) EXPECT_EQ(corpus.next(), schedule_named(2));
}

}  // namespace
}  // namespace heddle::search
