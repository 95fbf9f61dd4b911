// Bit-state hashing never takes a state for new twice, and estimates well what it leaves out.
#include "search/state/bit_state.hpp"

#include <gtest/gtest.h>

#include "core/random.hpp"

namespace heddle::search {
namespace {

std::unique_ptr<BitState> make(std::uint64_t bytes) {
  Result<std::unique_ptr<BitState>> store = BitState::make(bytes);
  EXPECT_TRUE(store.ok());
  return std::move(*store);
}

TEST(BitState, RecognisesStatesUntilItForgets) {
  const auto store = make(1 << 20);
  EXPECT_EQ(store->insert({1, 2}, {}), Visit::fresh);
  EXPECT_EQ(store->insert({1, 2}, {}), Visit::known);
  EXPECT_EQ(store->insert({1, 2}, {.spent = 4}), Visit::fresh) << "another amount was spent";
  store->clear();
  EXPECT_EQ(store->coverage_estimate(), 1);
  EXPECT_EQ(store->insert({1, 2}, {}), Visit::fresh);
  EXPECT_EQ(store->bytes(), 1U << 20);
}

// All states are different, so what is not accepted was left out.
TEST(BitState, EstimatesWhatItLeavesOut) {
  for (const std::uint64_t states : {10'000U, 50'000U, 100'000U, 300'000U}) {
    const auto store = make(100'000);
    Random random(states);
    std::uint64_t accepted = 0;
    for (std::uint64_t i = 0; i < states; ++i) {
      accepted += store->insert({random.next(), random.next()}, {}) == Visit::fresh ? 1U : 0U;
    }
    const double share = static_cast<double>(accepted) / static_cast<double>(states);
    ASSERT_TRUE(store->coverage_estimate().has_value());
    EXPECT_NEAR(*store->coverage_estimate(), share, 0.005) << states;
  }
}

TEST(BitState, IsSureOfAnOmissionOnlyWhenItIsFull) {
  const auto roomy = make(1 << 24);
  const auto small = make(64);
  Random random(9);
  for (int i = 0; i < 1'000; ++i) {
    const Fingerprint state{random.next(), random.next()};
    roomy->insert(state, {});
    small->insert(state, {});
  }
  EXPECT_LT(roomy->omission_chance(), 1e-6);
  EXPECT_GT(small->omission_chance(), 0.99);
}

TEST(BitState, RefusesNoMemoryAndTooMuch) {
  EXPECT_NE(BitState::make(std::uint64_t{1} << 62).sentence().find("smaller table"),
            std::string::npos);
}

}  // namespace
}  // namespace heddle::search
