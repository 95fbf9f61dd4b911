// Mutations of abstract schedules: each kind occurs, and a pair has at most one constraint.
#include "search/strategy/abstract_schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::search {
namespace {

constexpr ObjectId kMutatedCell{64};

AbstractEvent write_at(std::uint64_t site) { return {OpKind::write, Site{site}, kMutatedCell}; }
AbstractEvent read_at(std::uint64_t site) { return {OpKind::read, Site{site}, kMutatedCell}; }

// All pairs of `writes` writes and one read.
struct FewPairs final : PairSource {
  explicit FewPairs(std::uint64_t number) : writes(number) {}
  bool has_pairs() const override { return writes > 0; }
  ReadsFromPair draw(Random& random) const override {
    return {write_at(random.below(writes)), read_at(100)};
  }
  ReadsFromPair draw_other_write(const ReadsFromPair& pair, Random& random) const override {
    for (;;) {
      const ReadsFromPair other = draw(random);
      if (other != pair) return other;
    }
  }
  std::uint64_t writes;
};

TEST(AbstractSchedule, StaysAsItIsWithoutPairs) {
  Random random(1);
  EXPECT_TRUE(mutate({}, FewPairs(0), random).empty());
}

TEST(AbstractSchedule, IsChangedInFourWays) {
  const FewPairs pairs(3);
  const Constraint first{{write_at(0), read_at(100)}, true};
  const Constraint second{{write_at(1), read_at(100)}, true};
  const Constraint third{{write_at(2), read_at(100)}, true};
  const Constraint negated{{write_at(0), read_at(100)}, false};
  Random random(2);
  bool inserts = false;
  bool negates = false;
  bool swaps = false;
  bool deletes = false;
  for (int i = 0; i < 500; ++i) {
    const AbstractSchedule changed = mutate({first, second}, pairs, random);
    inserts |= changed == AbstractSchedule{first, second, third};
    negates |= changed == AbstractSchedule{negated, second};
    swaps |= changed == AbstractSchedule{second, third};
    deletes |= changed == AbstractSchedule{second};
    EXPECT_FALSE(changed.empty());
  }
  EXPECT_TRUE(inserts && negates && swaps && deletes);
}

TEST(AbstractSchedule, HasOneConstraintPerPairAndFewOfThem) {
  for (const std::uint64_t writes : {3U, 1000U}) {
    const FewPairs pairs(writes);
    Random random(3);
    AbstractSchedule schedule;
    std::size_t longest = 0;
    for (int i = 0; i < 5000; ++i) {
      schedule = mutate(schedule, pairs, random);
      longest = std::max(longest, schedule.size());
      for (const Constraint& one : schedule) {
        EXPECT_EQ(std::count_if(schedule.begin(), schedule.end(),
                                [&](const Constraint& other) { return other.pair == one.pair; }),
                  1);
      }
    }
    EXPECT_GT(longest, 2U);
    EXPECT_LE(longest, 8U);
  }
}

}  // namespace
}  // namespace heddle::search
