// Scales cover their range with few round ticks.
#include "study/plots/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"

namespace heddle::study {
namespace {

std::vector<std::string> labels(const Scale& scale) {
  std::vector<std::string> texts;
  for (const Tick& tick : scale.ticks()) texts.push_back(tick.label);
  return texts;
}

TEST(Scale, LinearTicksAreRound) {
  EXPECT_EQ(labels(Scale(ScaleKind::linear, 0, 282)),
            (std::vector<std::string>{"0", "50", "100", "150", "200", "250", "300"}));
  EXPECT_EQ(labels(Scale(ScaleKind::linear, 0, 1)),
            (std::vector<std::string>{"0", "0.2", "0.4", "0.6", "0.8", "1"}));
}

TEST(Scale, LogarithmicTicksArePowersOfTenOrBetween) {
  EXPECT_EQ(labels(Scale(ScaleKind::logarithmic, 1, 12000)),
            (std::vector<std::string>{"1", "10", "100", "1000", "10k", "100k"}));
  EXPECT_EQ(labels(Scale(ScaleKind::logarithmic, 30, 400)),
            (std::vector<std::string>{"20", "50", "100", "200", "500"}));
}

TEST(Scale, OfOneFigureStillHasARange) {
  for (const double value : {0.0, 0.25, 7.0, -3.0}) {
    const Scale scale(ScaleKind::linear, value, value);
    EXPECT_LT(scale.low(), scale.high());
    EXPECT_GE(scale.place(value), 0);
    EXPECT_LE(scale.place(value), 1);
  }
  const Scale scale(ScaleKind::logarithmic, 10, 10);
  EXPECT_LT(scale.low(), scale.high());
}

TEST(Scale, CoversAnyRangeInOrder) {
  Random random(6);
  for (int round = 0; round < 2000; ++round) {
    const ScaleKind kind = round % 2 == 0 ? ScaleKind::linear : ScaleKind::logarithmic;
    double low = std::pow(10, 20 * random.unit() - 8);
    const double high = low * std::pow(10, 6 * random.unit());
    if (kind == ScaleKind::linear && random.below(3) == 0) low = -low;
    const Scale scale(kind, low, high);
    EXPECT_LE(scale.low(), low * (low > 0 ? 1 + 1e-6 : 1 - 1e-6));
    EXPECT_GE(scale.high(), high * (1 - 1e-6));
    EXPECT_NEAR(scale.place(scale.low()), 0, 1e-12);
    EXPECT_NEAR(scale.place(scale.high()), 1, 1e-12);
    EXPECT_GE(scale.ticks().size(), 2U);
    EXPECT_LE(scale.ticks().size(), 10U);
    for (std::size_t i = 1; i < scale.ticks().size(); ++i) {
      EXPECT_LT(scale.ticks()[i - 1].value, scale.ticks()[i].value);
    }
  }
}

TEST(TickText, IsShort) {
  EXPECT_EQ(tick_text(0), "0");
  EXPECT_EQ(tick_text(2500), "2500");
  EXPECT_EQ(tick_text(20000), "20k");
  EXPECT_EQ(tick_text(1.5e6), "1.5M");
  EXPECT_EQ(tick_text(0.01), "0.01");
  EXPECT_EQ(tick_text(1e-7), "1e-07");
}

}  // namespace
}  // namespace heddle::study
