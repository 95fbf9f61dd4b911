// The place of a chart's figures on the drawing: margins, axes, and from figures to spots.
#pragma once

#include "study/plots/chart.hpp"
#include "study/plots/scale.hpp"
#include "study/plots/svg.hpp"

namespace heddle::study {

class Canvas {
 public:
  // REQUIRES: the chart is not empty.
  explicit Canvas(const Chart& chart);

  Spot spot(double x, double y) const;
  double left() const { return left_; }
  double right() const { return width_ - right_; }
  double top() const { return top_; }
  double bottom() const { return height_ - bottom_; }
  double width() const { return width_; }
  double height() const { return height_; }
  // Between two neighbours on an axis of names.
  double slot() const;

  void draw_axes(const Chart& chart, Svg& svg) const;

 private:
  void draw_across(const Chart& chart, Svg& svg) const;
  void draw_upright(const Chart& chart, Svg& svg) const;

  double width_ = 720;
  double height_ = 420;
  double left_ = 80;
  double right_ = 24;
  double top_ = 44;
  double bottom_ = 56;
  bool turned_ = false;  // names that do not fit side by side
  std::size_t names_ = 0;
  Scale x_;
  Scale y_;
};

// About how wide the words are drawn.
double text_width(const std::string& words);

}  // namespace heddle::study
