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
  for (int i = 0; i < 5'000; ++i) EXPECT_EQ(store.insert(draw(random), {}), Visit::fresh);
  Random again(1);
  for (int i = 0; i < 5'000; ++i) EXPECT_EQ(store.insert(draw(again), {}), Visit::known);
  EXPECT_EQ(store.size(), 5'000U);
  EXPECT_TRUE(store.remembers());
  store.clear();
  EXPECT_EQ(store.size(), 0U);
  Random once_more(1);
  EXPECT_EQ(store.insert(draw(once_more), {}), Visit::fresh);
}

TYPED_TEST(ExactStoreTest, TakesPoorKeysToo) {
  TypeParam store;
  for (std::uint64_t i = 0; i < 2'000; ++i) EXPECT_EQ(store.insert({i, i}, {}), Visit::fresh);
  for (std::uint64_t i = 0; i < 2'000; ++i) EXPECT_EQ(store.insert({i, i}, {}), Visit::known);
}

// All bits set marks a free place of the tables.
TYPED_TEST(ExactStoreTest, TakesEveryFingerprint) {
  TypeParam store;
  constexpr std::uint64_t kOnes = ~std::uint64_t{0};
  for (const Visit visit : {Visit::fresh, Visit::known})
    EXPECT_EQ(store.insert({kOnes, kOnes}, {}), visit);
  EXPECT_EQ(store.size(), 1U);
}

TEST(VisitedSet, NeedsAtMost16BytesAStateAtEverySize) {
  VisitedSet store;
  Random random(2);
  double most = 0;
  for (std::uint64_t states = 1; states <= 450'000; ++states) {
    store.insert(draw(random), {});
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
    narrow.insert(state, {});
    wide.insert(state, {});
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
    EXPECT_EQ(narrow.insert({7, high}, {}), high == 1 ? Visit::fresh : Visit::known);
    EXPECT_EQ(wide.insert({7, high}, {}), Visit::fresh);
  }
}

TEST(VisitedCosts, ACheaperArrivalReopensAState) {
  VisitedCosts store;
  EXPECT_EQ(store.insert({1, 1}, {.spent = 5}), Visit::fresh);
  EXPECT_EQ(store.insert({1, 1}, {.spent = 5}), Visit::known);
  EXPECT_EQ(store.insert({1, 1}, {.spent = 6}), Visit::known);
  EXPECT_EQ(store.insert({1, 1}, {.spent = 3}), Visit::reopened);
  EXPECT_EQ(store.insert({1, 1}, {.spent = 4}), Visit::known);
  EXPECT_EQ(store.insert({1, 1}, {.spent = 3}), Visit::known);
  EXPECT_EQ(store.size(), 1U);
}

}  // namespace
}  // namespace heddle::search
