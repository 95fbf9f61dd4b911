// Partial-order sampling has the distribution of its definition.
#include "search/strategy/pos.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "search/recipes/recipes.hpp"
#include "search/strategy/sampled.hpp"

namespace heddle::search {
namespace {

constexpr std::uint64_t kPosExecutions = 4'000;

void expect_share(const Samples& samples, const char* schedule, double share) {
  const auto found = samples.schedules.find(schedule);
  const double count = found == samples.schedules.end() ? 0 : static_cast<double>(found->second);
  const double sigma = std::sqrt(kPosExecutions * share * (1 - share));
  EXPECT_NEAR(count, share * kPosExecutions, 4 * sigma) << schedule;
}

TEST(PartialOrderSampling, TakesEveryOrderOfIndependentOperationsEquallyOften) {
  const Samples samples = sample("W x / W y / W z", pos({.seed = 1}), kPosExecutions);
  EXPECT_EQ(samples.schedules.size(), 6U);
  EXPECT_LT(Samples::chi_square(samples.schedules, 6), 20) << "5 degrees of freedom";
}

TEST(PartialOrderSampling, TossesACoinForEveryRace) {
  const Samples samples = sample("W x;W x;W x;W x / W x", pos({.seed = 2}), kPosExecutions);
  expect_share(samples, "10000", 1. / 2);
  expect_share(samples, "01000", 1. / 4);
  expect_share(samples, "00100", 1. / 8);
  expect_share(samples, "00010", 1. / 16);
  expect_share(samples, "00001", 1. / 16);
}

TEST(PartialOrderSampling, KeepsThePriorityOfAnOperationThatRacesWithNothing) {
  const Samples samples = sample("W x;W x;W x;W x / W y", pos({.seed = 3}), kPosExecutions);
  // The lowest of five, and so on.
  expect_share(samples, "10000", 1. / 2);
  expect_share(samples, "01000", 1. / 6);
  expect_share(samples, "00001", 1. / 5);
}

TEST(PartialOrderSampling, RepeatsItselfBySeed) {
  const char* program = "W x;R y;W x / W y;R x;W y / A x";
  const auto draw = [&](std::uint64_t seed) { return sample(program, pos({.seed = seed}), 200); };
  EXPECT_EQ(draw(4).schedules, draw(4).schedules);
  EXPECT_NE(draw(4).schedules, draw(5).schedules);
}

}  // namespace
}  // namespace heddle::search
