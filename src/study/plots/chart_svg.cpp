// A chart, drawn.
#include <algorithm>

#include "core/check.hpp"
#include "study/plots/canvas.hpp"
#include "study/plots/chart.hpp"
#include "study/plots/svg.hpp"

namespace heddle::study {
namespace {

std::string colour_of(const Chart& chart, std::size_t series) {
  return colour_class(chart.series[series].colour.value_or(series));
}

void draw_bars(const Series& series, std::size_t place, std::size_t beside,
               const std::string& colour, const Canvas& canvas, Svg& svg) {
  const double width = canvas.slot() * 0.8 / static_cast<double>(beside);
  for (const Datum& datum : series.data) {
    const Spot top = canvas.spot(datum.x, datum.y);
    const double left = top.x - canvas.slot() * 0.4 + width * static_cast<double>(place);
    svg.rectangle({left, top.y}, width, canvas.bottom() - top.y, colour + " bar");
  }
}

void draw_lines(const Series& series, const std::string& colour, const Canvas& canvas, Svg& svg) {
  std::vector<Spot> spots;
  for (const Datum& datum : series.data) {
    spots.push_back(canvas.spot(datum.x, datum.y));
    if (datum.spread <= 0) continue;
    svg.line(canvas.spot(datum.x, datum.y - datum.spread),
             canvas.spot(datum.x, datum.y + datum.spread), colour + " thin");
  }
  if (series.mark != Mark::dots) svg.polyline(spots, colour + " line");
  if (series.mark != Mark::line) svg.dots(spots, colour);
}

void draw_boxes(const Chart& chart, const Canvas& canvas, Svg& svg) {
  const std::string colour = colour_class(0);
  const double half = std::min(canvas.slot() * 0.3, 18.0);
  for (const Box& box : chart.boxes) {
    const Spot upper = canvas.spot(box.x, box.upper);
    const Spot lower = canvas.spot(box.x, box.lower);
    const Spot median = canvas.spot(box.x, box.median);
    const Spot minimum = canvas.spot(box.x, box.minimum);
    const Spot maximum = canvas.spot(box.x, box.maximum);
    svg.line(minimum, lower, colour + " thin");
    svg.line(upper, maximum, colour + " thin");
    for (const Spot& end : {minimum, maximum}) {
      svg.line({end.x - half / 2, end.y}, {end.x + half / 2, end.y}, colour + " thin");
    }
    svg.rectangle({upper.x - half, upper.y}, 2 * half, lower.y - upper.y, colour + " box");
    svg.line({median.x - half, median.y}, {median.x + half, median.y}, colour + " line");
  }
}

void draw_guides(const Chart& chart, const Canvas& canvas, Svg& svg) {
  double words =
      canvas.top() + 12;  // of upright lines: one below the other, so that none is hidden
  for (const Guide& guide : chart.guides) {
    if (guide.direction == Guide::Direction::across) {
      const double y = canvas.spot(0, guide.at).y;
      svg.line({canvas.left(), y}, {canvas.right(), y}, "guide dashed");
      svg.text({canvas.right() - 4, y - 4}, guide.label, "", Anchor::end);
      continue;
    }
    const double x = canvas.spot(guide.at, 0).x;
    svg.line({x, canvas.top()}, {x, canvas.bottom()}, "guide dashed");
    const bool fits = x + 6 + text_width(guide.label) < canvas.right();
    svg.text({fits ? x + 6 : x - 6, words}, guide.label, "", fits ? Anchor::start : Anchor::end);
    words += 16;
  }
}

void draw_legend(const Chart& chart, const Canvas& canvas, Svg& svg) {
  const double x = canvas.right() + 14;
  double y = canvas.top() + 8;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    if (chart.series[i].name.empty()) continue;
    const std::string colour = colour_of(chart, i);
    if (chart.series[i].mark == Mark::dots) {
      svg.dots({{x + 10, y}}, colour);
    } else {
      svg.line({x, y}, {x + 20, y}, colour + " line");
    }
    svg.text({x + 26, y + 4}, chart.series[i].name, "", Anchor::start);
    y += 18;
  }
}

}  // namespace

std::string to_svg(const Chart& chart) {
  HEDDLE_CHECK(!chart.empty(), "nothing to draw");
  const Canvas canvas(chart);
  Svg svg(canvas.width(), canvas.height(), chart.title);
  canvas.draw_axes(chart, svg);
  const auto bars = static_cast<std::size_t>(
      std::count_if(chart.series.begin(), chart.series.end(),
                    [](const Series& series) { return series.mark == Mark::bars; }));
  std::size_t bar = 0;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const Series& series = chart.series[i];
    if (series.mark == Mark::bars) {
      draw_bars(series, bar++, bars, colour_of(chart, i), canvas, svg);
    } else {
      draw_lines(series, colour_of(chart, i), canvas, svg);
    }
  }
  draw_boxes(chart, canvas, svg);
  draw_guides(chart, canvas, svg);
  draw_legend(chart, canvas, svg);
  return svg.finish();
}

}  // namespace heddle::study
