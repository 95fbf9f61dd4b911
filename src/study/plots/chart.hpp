// What a figure shows, before it is drawn.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "study/plots/scale.hpp"

namespace heddle::study {

struct Axis {
  std::string label;
  ScaleKind scale = ScaleKind::linear;
  // Names instead of figures: the i-th stands at i.  Only for the axis that goes across.
  std::vector<std::string> names;
};

enum class Mark : std::uint8_t { line, dots, line_and_dots, bars };

struct Datum {
  double x = 0;
  double y = 0;
  double spread = 0;  // drawn as a bar of this length up and down; 0: none
};

struct Series {
  std::string name;
  Mark mark = Mark::line;
  std::vector<Datum> data;
};

// A sample at place x: the box holds the middle half, the whiskers reach to the ends.
struct Box {
  double x = 0;
  double minimum = 0;
  double lower = 0;
  double median = 0;
  double upper = 0;
  double maximum = 0;
};

// A line across the figure.
struct Guide {
  enum class Direction : std::uint8_t { across, upright };
  std::string label;
  double at = 0;
  Direction direction = Direction::across;
};

struct Chart {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Series> series;
  std::vector<Box> boxes;
  std::vector<Guide> guides;

  // Whether there is anything to see.
  bool empty() const;
};

// Every figure of one axis must be positive for a logarithmic scale, and they must span a factor of
// twenty for it to be of use; otherwise the scale is linear.
ScaleKind fitting_scale(const std::vector<double>& figures);

// REQUIRES: the chart is not empty; logarithmic scales have positive figures alone and no bars.
std::string to_svg(const Chart& chart);

}  // namespace heddle::study
