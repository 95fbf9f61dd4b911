// The exact stores keep what they are told, at the promised price; costs reopen states.
#include "search/state/visited_set.hpp"

#include <gtest/gtest.h>

#include "core/random.hpp"
#include "search/state/visited_asleep.hpp"
#include "search/state/visited_costs.hpp"

namespace heddle::search {
namespace {

Fingerprint draw(Random& random) { return {random.next(), random.next()}; }

template <typename Store>
class ExactStoreTest : public testing::Test {};

using Stores = testing::Types<VisitedSet, WideVisitedSet, VisitedCosts, WideVisitedCosts,
                              BasicVisitedAsleep<NarrowKey>, BasicVisitedAsleep<WideKey>>;
TYPED_TEST_SUITE(ExactStoreTest, Stores);

TYPED_TEST(ExactStoreTest, KnowsWhatItWasToldUntilItForgets) {
  TypeParam store;
  Random random(1);
  for (int i = 0; i < 5'000; ++i) EXPECT_TRUE(store.insert(draw(random), 0));
  Random again(1);
  for (int i = 0; i < 5'000; ++i) EXPECT_FALSE(store.insert(draw(again), 0));
  EXPECT_EQ(store.size(), 5'000U);
  EXPECT_TRUE(store.remembers());
  store.clear();
  EXPECT_EQ(store.size(), 0U);
  Random once_more(1);
  EXPECT_TRUE(store.insert(draw(once_more), 0));
}

TYPED_TEST(ExactStoreTest, TakesPoorKeysToo) {
  TypeParam store;
  for (std::uint64_t i = 0; i < 2'000; ++i) EXPECT_TRUE(store.insert({i, i}, 0));
  for (std::uint64_t i = 0; i < 2'000; ++i) EXPECT_FALSE(store.insert({i, i}, 0));
}

// All bits set marks a free place of the tables.
TYPED_TEST(ExactStoreTest, TakesEveryFingerprint) {
  TypeParam store;
  constexpr std::uint64_t kOnes = ~std::uint64_t{0};
  for (const bool is_new : {true, false}) EXPECT_EQ(store.insert({kOnes, kOnes}, 0), is_new);
  EXPECT_EQ(store.size(), 1U);
}

TEST(VisitedSet, NeedsAtMost16BytesAStateAtEverySize) {
  VisitedSet store;
  Random random(2);
  double most = 0;
  for (std::uint64_t states = 1; states <= 450'000; ++states) {
    store.insert(draw(random), 0);
    if (states < 100'000 || states % 500 != 0) continue;
    most = std::max(most, static_cast<double>(store.bytes()) / static_cast<double>(states));
  }
  EXPECT_LE(most, 16);
  EXPECT_GE(most, 8) << "so much takes a key alone";
}

TEST(VisitedSet, TellsTheChanceOfACollision) {
  VisitedSet narrow;
  WideVisitedSet wide;
  Random random(3);
  for (int i = 0; i < 100'000; ++i) {
    const Fingerprint state = draw(random);
    narrow.insert(state, 0);
    wide.insert(state, 0);
  }
  // 1e10 / 2 / 2^64.
  EXPECT_NEAR(narrow.omission_chance(), 2.71e-10, 0.01e-10);
  EXPECT_LT(wide.omission_chance(), 1e-28);
  EXPECT_EQ(collision_chance(UINT64_MAX, 64), 1);
}

TEST(VisitedSet, TellsStatesApartBy64BitsAndTheWideOneBy128) {
  VisitedSet narrow;
  WideVisitedSet wide;
  for (const std::uint64_t high : {1U, 2U}) {
    EXPECT_EQ(narrow.insert({7, high}, 0), high == 1);
    EXPECT_TRUE(wide.insert({7, high}, 0));
  }
}

TEST(VisitedCosts, AStateIsNewAgainWhenReachedForLess) {
  VisitedCosts store;
  EXPECT_TRUE(store.insert({1, 1}, 5));
  EXPECT_FALSE(store.insert({1, 1}, 5));
  EXPECT_FALSE(store.insert({1, 1}, 6));
  EXPECT_EQ(store.reopened(), 0U);
  EXPECT_TRUE(store.insert({1, 1}, 3));
  EXPECT_EQ(store.reopened(), 1U);
  EXPECT_FALSE(store.insert({1, 1}, 4));
  EXPECT_FALSE(store.insert({1, 1}, 3));
  EXPECT_EQ(store.size(), 1U);
}

}  // namespace
}  // namespace heddle::search
