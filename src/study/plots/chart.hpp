// The content of a figure, before it is drawn.
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
  // Names instead of figures: the i-th is at position i.  Only for the horizontal axis.
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
  // The number of its colour; absent: its place in the chart.
  std::optional<std::size_t> colour = std::nullopt;
};

// A sample at position x: the box holds the middle half, the whiskers reach the extremes.
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

  // Returns whether there is nothing to draw.
  bool empty() const;
};

// Returns logarithmic if all figures are positive and span a factor of at least twenty; otherwise
// linear.
ScaleKind fitting_scale(const std::vector<double>& figures);

// Draws the chart.  REQUIRES: it is not empty; logarithmic scales have only positive figures and no
// bars.
std::string to_svg(const Chart& chart);

}  // namespace heddle::study
