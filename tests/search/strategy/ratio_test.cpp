// Chances stay between 0 and 1.
#include "search/strategy/ratio.hpp"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

TEST(Ratio, IsAConstantOrFallsWithTheDepth) {
  EXPECT_DOUBLE_EQ(Ratio({.constant = 0.75}).at(1'000), 0.75);
  const Ratio falling({.divisor = 20});
  EXPECT_DOUBLE_EQ(falling.at(0), 1);
  EXPECT_DOUBLE_EQ(falling.at(5), 0.75);
  EXPECT_DOUBLE_EQ(falling.at(20), 0);
  EXPECT_DOUBLE_EQ(falling.at(21), 0) << "no negative chance";
}

TEST(Ratio, IsWrittenAsThePapersWriteIt) {
  EXPECT_EQ(to_text(config::Ratio{.constant = 0.9}), "0.9");
  EXPECT_EQ(to_text(config::Ratio{.divisor = 50}), "1-d/50");
}

}  // namespace
}  // namespace heddle::search
