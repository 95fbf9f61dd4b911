// Steering holds the operations that would violate a constraint, and no others.
#include "search/strategy/steering.hpp"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

constexpr ObjectId kSteered{64};

using UseList = std::vector<EventUse>;

UseList writing(std::uint64_t site) {
  return {{{OpKind::write, Site{site}, kSteered}, false, true}};
}
UseList reading(std::uint64_t site) {
  return {{{OpKind::read, Site{site}, kSteered}, true, false}};
}

Constraint reads_from(const UseList& write, bool is_positive) {
  return {{write.front().event, reading(9).front().event}, is_positive};
}

TEST(Steering, HoldsNothingWithoutConstraints) {
  Steering steering;
  steering.begin({});
  EXPECT_TRUE(steering.is_over());
  EXPECT_FALSE(steering.holds(writing(1)));
  EXPECT_FALSE(steering.holds(reading(9)));
}

TEST(Steering, HoldsAReadUntilTheWantedWriteAndThenOtherWritesUntilTheRead) {
  Steering steering;
  steering.begin({reads_from(writing(1), true)});
  EXPECT_TRUE(steering.holds(reading(9)));
  EXPECT_FALSE(steering.holds(reading(8))) << "another read of the object";
  EXPECT_FALSE(steering.holds(writing(2)));
  steering.performs(writing(2));
  EXPECT_TRUE(steering.holds(reading(9)));
  steering.performs(writing(1));
  EXPECT_FALSE(steering.holds(reading(9)));
  EXPECT_FALSE(steering.holds(writing(1))) << "the same write again";
  EXPECT_TRUE(steering.holds(writing(2)));
  EXPECT_EQ(steering.unsatisfied().size(), 1U);
  steering.performs(reading(9));
  EXPECT_TRUE(steering.is_over());
  EXPECT_FALSE(steering.holds(writing(2)));
  EXPECT_TRUE(steering.unsatisfied().empty());
}

TEST(Steering, HoldsAllWritesUntilTheInitialValueIsRead) {
  Steering steering;
  const UseList initial = {{initial_value(kSteered), false, true}};
  steering.begin({reads_from(initial, true)});
  EXPECT_TRUE(steering.holds(writing(1)));
  EXPECT_FALSE(steering.holds(reading(9)));
  steering.performs(reading(9));
  EXPECT_FALSE(steering.holds(writing(1)));
}

TEST(Steering, HoldsAReadWhileTheLastWriteIsUnwanted) {
  Steering steering;
  steering.begin({reads_from(writing(1), false)});
  EXPECT_FALSE(steering.holds(reading(9)));
  steering.performs(writing(1));
  EXPECT_TRUE(steering.holds(reading(9)));
  EXPECT_FALSE(steering.holds(writing(2)));
  steering.performs(writing(2));
  steering.performs(reading(9));
  EXPECT_FALSE(steering.is_over()) << "no instance may read from it";
  EXPECT_TRUE(steering.unsatisfied().empty()) << "only positive constraints can fail to occur";
}

TEST(Steering, GivesUpAllConstraintsOnDemand) {
  Steering steering;
  steering.begin({reads_from(writing(1), true), reads_from(writing(2), false)});
  steering.give_up();
  EXPECT_TRUE(steering.is_over());
  EXPECT_FALSE(steering.holds(reading(9)));
  EXPECT_EQ(steering.unsatisfied().size(), 1U);
}

TEST(Steering, GivesUpAConstraintThatIsViolated) {
  Steering steering;
  steering.begin({reads_from(writing(1), true)});
  steering.performs(reading(9));
  EXPECT_TRUE(steering.is_over());
  EXPECT_FALSE(steering.holds(reading(9)));
  EXPECT_EQ(steering.unsatisfied().size(), 1U);
}

}  // namespace
}  // namespace heddle::search
