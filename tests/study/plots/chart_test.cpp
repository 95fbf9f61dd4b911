// Charts become drawings in which every figure has its place inside the frame.
#include "study/plots/chart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "study/plots/canvas.hpp"

namespace heddle::study {
namespace {

using testing::HasSubstr;
using testing::Not;

Chart line_chart() {
  Chart chart;
  chart.title = "A & B";
  chart.x = {"searches", ScaleKind::logarithmic, {}};
  chart.y = {"states", ScaleKind::linear, {}};
  chart.series = {{"exact", Mark::line_and_dots, {{1, 100}, {10, 30}, {100, 10}}},
                  {"trials", Mark::dots, {{1, 90, 20}}}};
  chart.guides = {{"default", 120, Guide::Direction::across},
                  {"all succeed", 20, Guide::Direction::upright}};
  return chart;
}

TEST(Chart, DrawsLinesLegendAndGuides) {
  const std::string svg = to_svg(line_chart());
  EXPECT_THAT(svg, HasSubstr("<title>A &amp; B</title>"));
  EXPECT_THAT(svg, HasSubstr("<polyline class=\"c0 line\""));
  EXPECT_THAT(svg, HasSubstr(">exact</text>"));
  EXPECT_THAT(svg, HasSubstr(">all succeed</text>"));
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme: dark"));
}

TEST(Chart, HasNoPlacesThatAreNoNumbers) {
  Chart chart = line_chart();
  chart.y.scale = ScaleKind::logarithmic;
  chart.series[1].data[0].spread = 95;  // reaches below zero
  const std::string svg = to_svg(chart);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("\"inf")));
  EXPECT_THAT(svg, Not(HasSubstr("-inf")));
}

TEST(Chart, BoxesStandInTheirSlots) {
  Chart chart;
  chart.x.names = {"a", "b"};
  chart.boxes = {{0, 1, 2, 3, 4, 5}, {1, 1, 2, 3, 4, 9}};
  const std::string svg = to_svg(chart);
  const std::regex box("class=\"c0 box\"");
  EXPECT_EQ(std::distance(std::sregex_iterator(svg.begin(), svg.end(), box), {}), 2);
}

TEST(Chart, BarsStandBesideEachOther) {
  Chart chart;
  chart.x.names = {"s"};
  chart.series = {{"a", Mark::bars, {{0, 0.5}}}, {"b", Mark::bars, {{0, 1}}}};
  const std::string svg = to_svg(chart);
  EXPECT_THAT(svg, HasSubstr("class=\"c0 bar\""));
  EXPECT_THAT(svg, HasSubstr("class=\"c1 bar\""));
}

TEST(Chart, IsEmptyWithoutData) {
  EXPECT_TRUE(Chart{}.empty());
  Chart chart;
  chart.series.push_back({"nothing", Mark::line, {}});
  EXPECT_TRUE(chart.empty());
  EXPECT_FALSE(line_chart().empty());
}

TEST(Chart, ScalesFitTheFigures) {
  EXPECT_EQ(fitting_scale({1, 5, 19}), ScaleKind::linear);
  EXPECT_EQ(fitting_scale({1, 5, 20}), ScaleKind::logarithmic);
  EXPECT_EQ(fitting_scale({0, 5, 20}), ScaleKind::linear);
  EXPECT_EQ(fitting_scale({}), ScaleKind::linear);
}

TEST(Canvas, PlacesFiguresInsideTheFrame) {
  const Canvas canvas(line_chart());
  const Spot low = canvas.spot(1, 0);
  const Spot high = canvas.spot(100, 100);
  EXPECT_NEAR(low.x, canvas.left(), 1e-9);
  EXPECT_NEAR(low.y, canvas.bottom(), 1e-9);
  EXPECT_GT(high.x, low.x);
  EXPECT_LT(high.y, low.y);
  EXPECT_LE(high.x, canvas.right());
  EXPECT_GE(high.y, canvas.top());
}

TEST(Canvas, ManyLongNamesMakeRoom) {
  Chart chart;
  for (int i = 0; i < 60; ++i) {
    chart.x.names.push_back("(100, random, 1-d/1000) number " + std::to_string(i));
    chart.boxes.push_back({static_cast<double>(i), 1, 2, 3, 4, 5});
  }
  const Canvas canvas(chart);
  EXPECT_GE(canvas.slot(), 20);
  EXPECT_GT(canvas.height() - canvas.bottom(), 150);
}

}  // namespace
}  // namespace heddle::study
