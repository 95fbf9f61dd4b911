// The rule: nothing new lowers the threshold, staying deep lowers the ratio, otherwise it recovers.
#include "search/strategy/adaptation.hpp"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

void window(Adaptation& adaptation, std::uint32_t depth, std::uint32_t found) {
  for (std::uint32_t i = 0; i < Adaptation::kWindow; ++i) {
    adaptation.moved(depth, i < found, 10);
  }
}

TEST(Adaptation, LowersTheThresholdWhereNothingIsNew) {
  Adaptation adaptation;
  EXPECT_EQ(adaptation.threshold(20), 20U);
  window(adaptation, 10, Adaptation::kWindow / 10);
  EXPECT_EQ(adaptation.threshold(20), 20U) << "enough is new";
  window(adaptation, 10, Adaptation::kWindow / 10 - 1);
  EXPECT_EQ(adaptation.threshold(20), 15U);
  window(adaptation, 10, 0);
  EXPECT_EQ(adaptation.threshold(20), 11U);
  for (int i = 0; i < 50; ++i) window(adaptation, 10, 0);
  EXPECT_EQ(adaptation.threshold(20), 0U);
  EXPECT_DOUBLE_EQ(adaptation.ratio(0.9), 0.9);
}

TEST(Adaptation, LowersTheRatioWhereTheSearchStaysDeepAndRecovers) {
  Adaptation adaptation;
  window(adaptation, 11, Adaptation::kWindow);
  EXPECT_DOUBLE_EQ(adaptation.ratio(0.9), 0.81);
  for (int i = 0; i < 50; ++i) window(adaptation, 11, Adaptation::kWindow);
  EXPECT_DOUBLE_EQ(adaptation.ratio(1), 0.5);
  for (int i = 0; i < 50; ++i) window(adaptation, 10, Adaptation::kWindow);
  EXPECT_DOUBLE_EQ(adaptation.ratio(1), 1);
  EXPECT_EQ(adaptation.threshold(20), 20U);
}

}  // namespace
}  // namespace heddle::search
