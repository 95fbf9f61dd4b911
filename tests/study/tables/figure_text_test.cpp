// Figures are short, and never rounded to what they are not.
#include "study/tables/figure_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace heddle::study {
namespace {

TEST(FigureText, HasThreeDigitsThatCount) {
  EXPECT_EQ(figure_text(282), "282");
  EXPECT_EQ(figure_text(1234567.8), "1234568");
  EXPECT_EQ(figure_text(12.34), "12.3");
  EXPECT_EQ(figure_text(5.4), "5.4");
  EXPECT_EQ(figure_text(0.012345), "0.0123");
  EXPECT_EQ(figure_text(99.96), "100");
  EXPECT_EQ(figure_text(0), "0");
  EXPECT_EQ(figure_text(-1.5), "-1.5");
}

TEST(FigureText, OfNothingIsADash) {
  EXPECT_EQ(figure_text(std::nullopt), "-");
  EXPECT_EQ(figure_text(std::numeric_limits<double>::infinity()), "-");
}

TEST(PercentText, OnlyAllIsAHundred) {
  EXPECT_EQ(percent_text(1), "100 %");
  EXPECT_EQ(percent_text(0.99999), "99.9 %");
  EXPECT_EQ(percent_text(0.103), "10.3 %");
  EXPECT_EQ(percent_text(0.00001), "<0.1 %");
  EXPECT_EQ(percent_text(0), "0 %");
}

}  // namespace
}  // namespace heddle::study
