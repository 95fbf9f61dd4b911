#include "study/plots/canvas.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/check.hpp"

namespace heddle::study {
namespace {

constexpr double kCharacter = 6.6;  // the mean width of one in the drawing's font
constexpr double kNarrowestSlot = 22;
constexpr double kLongestName = 210;

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void take(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

Scale across(const Chart& chart) {
  if (!chart.x.names.empty()) {
    // Half a slot on both sides; the ends are not widened to ticks, which an axis of names has not.
    return Scale(ScaleKind::linear, 0, 1);
  }
  Range range;
  for (const Series& series : chart.series) {
    for (const Datum& datum : series.data) range.take(datum.x);
  }
  for (const Box& box : chart.boxes) range.take(box.x);
  for (const Guide& guide : chart.guides) {
    if (guide.direction == Guide::Direction::upright) range.take(guide.at);
  }
  return Scale(chart.x.scale, range.low, range.high);
}

Scale upright(const Chart& chart) {
  Range range;
  for (const Series& series : chart.series) {
    for (const Datum& datum : series.data) {
      range.take(datum.y + datum.spread);
      // On a logarithmic scale a bar may reach below everything.
      const double low = datum.y - datum.spread;
      range.take(chart.y.scale == ScaleKind::logarithmic && low <= 0 ? datum.y : low);
      if (series.mark == Mark::bars) range.take(0);
    }
  }
  for (const Box& box : chart.boxes) {
    range.take(box.minimum);
    range.take(box.maximum);
  }
  for (const Guide& guide : chart.guides) {
    if (guide.direction == Guide::Direction::across) range.take(guide.at);
  }
  // An axis of counts begins at zero.
  if (chart.y.scale == ScaleKind::linear && range.low > 0) range.take(0);
  return Scale(chart.y.scale, range.low, range.high);
}

// Cut between two characters.
std::string shortened(const std::string& name) {
  if (text_width(name) <= kLongestName) return name;
  auto bytes = static_cast<std::size_t>(kLongestName / kCharacter) - 3;
  while (bytes > 0 && (name[bytes] & 0xc0) == 0x80) --bytes;
  return name.substr(0, bytes) + "...";
}

double widest(const std::vector<std::string>& names) {
  double width = 0;
  for (const std::string& name : names) width = std::max(width, text_width(name));
  return width;
}

}  // namespace

double text_width(const std::string& words) {
  const auto characters =
      std::count_if(words.begin(), words.end(), [](char c) { return (c & 0xc0) != 0x80; });
  return kCharacter * static_cast<double>(characters);
}

Canvas::Canvas(const Chart& chart)
    : names_(chart.x.names.size()), x_(across(chart)), y_(upright(chart)) {
  double legend = 0;
  for (const Series& series : chart.series) legend = std::max(legend, text_width(series.name));
  if (legend > 0) right_ = legend + 56;
  if (names_ == 0) {
    width_ += std::max(0.0, right_ - 160);
    return;
  }
  const double longest = widest(chart.x.names);
  width_ = std::max(width_, left_ + right_ + kNarrowestSlot * static_cast<double>(names_));
  turned_ = longest + 8 > slot();
  if (!turned_) return;
  // Names at 45 degrees: as much to the left of the first as below the axis.
  const double reach = std::min(longest, kLongestName) * 0.72;
  bottom_ += reach;
  height_ += reach;
  left_ = std::max(left_, reach + 8);
}

double Canvas::slot() const {
  return (right() - left()) / static_cast<double>(std::max<std::size_t>(names_, 1));
}

Spot Canvas::spot(double x, double y) const {
  const double along = names_ > 0 ? (x + 0.5) / static_cast<double>(names_) : x_.place(x);
  const double up = std::clamp(y_.place(y), 0.0, 1.0);
  return {left() + along * (right() - left()),
          bottom() - (std::isnan(up) ? 0 : up) * (bottom() - top())};
}

void Canvas::draw_axes(const Chart& chart, Svg& svg) const {
  svg.text({left(), 24}, chart.title, "title", Anchor::start);
  draw_upright(chart, svg);
  draw_across(chart, svg);
  svg.line({left(), top()}, {left(), bottom()}, "axis");
  svg.line({left(), bottom()}, {right(), bottom()}, "axis");
}

void Canvas::draw_across(const Chart& chart, Svg& svg) const {
  const double under = bottom() + 18;
  for (std::size_t i = 0; i < names_; ++i) {
    const double x = spot(static_cast<double>(i), y_.low()).x;
    svg.text({turned_ ? x + 4 : x, under}, shortened(chart.x.names[i]), "",
             turned_ ? Anchor::end : Anchor::middle, turned_ ? 45 : 0);
  }
  if (names_ == 0) {
    for (const Tick& tick : x_.ticks()) {
      const double x = spot(tick.value, y_.low()).x;
      svg.line({x, bottom()}, {x, bottom() + 5}, "axis");
      svg.text({x, under + 2}, tick.label, "", Anchor::middle);
    }
  }
  svg.text({(left() + right()) / 2, height_ - 12}, chart.x.label, "", Anchor::middle);
}

void Canvas::draw_upright(const Chart& chart, Svg& svg) const {
  for (const Tick& tick : y_.ticks()) {
    const double y = bottom() - y_.place(tick.value) * (bottom() - top());
    svg.line({left(), y}, {right(), y}, "grid");
    svg.text({left() - 8, y + 4}, tick.label, "", Anchor::end);
  }
  svg.text({18, (top() + bottom()) / 2}, chart.y.label, "", Anchor::middle, 90);
}

}  // namespace heddle::study
