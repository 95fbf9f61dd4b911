#include "study/plots/svg.hpp"

#include <fmt/core.h>

#include <array>

#include "study/plots/markup.hpp"

namespace heddle::study {
namespace {

// Distinguishable also with red-green colour blindness; a darker and a lighter tone of each.
constexpr std::array<std::string_view, kColours> kOnLight = {
    "#0068a3", "#c44e00", "#007a5a", "#a3427f", "#8a6d00", "#2f8fbf", "#5b4fb0", "#555555"};
constexpr std::array<std::string_view, kColours> kOnDark = {
    "#56b4e9", "#ff9a4d", "#2fd0a0", "#e08cc0", "#f0e442", "#9ad8f5", "#b3a8ff", "#bbbbbb"};

std::string colours(const std::array<std::string_view, kColours>& tones) {
  std::string rules;
  for (std::size_t i = 0; i < tones.size(); ++i) {
    rules += fmt::format(".heddle .c{0}{{stroke:{1};fill:{1}}}", i, tones[i]);
  }
  return rules;
}

std::string style() {
  const std::string light =
      ".heddle .paper{fill:#fff}.heddle text{fill:#222;stroke:none}.heddle .axis{stroke:#222}"
      ".heddle .grid{stroke:#e2e2e2}.heddle .guide{stroke:#666}";
  const std::string dark =
      ".heddle .paper{fill:#17191e}.heddle text{fill:#e4e4e4}.heddle .axis{stroke:#e4e4e4}"
      ".heddle .grid{stroke:#34373d}.heddle .guide{stroke:#aaa}";
  return light + colours(kOnLight) + "@media (prefers-color-scheme: dark){" + dark +
         colours(kOnDark) + "}" +
         ".heddle text{font:12px sans-serif}.heddle .title{font-size:15px;font-weight:bold}"
         ".heddle .line{fill:none;stroke-width:2}.heddle .thin{fill:none;stroke-width:1}"
         ".heddle .dashed{stroke-dasharray:6 4}.heddle .dots{stroke-width:5;stroke-linecap:round}"
         ".heddle .box{fill-opacity:.25}.heddle .bar{fill-opacity:.8}";
}

std::string_view anchor_name(Anchor anchor) {
  return anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
}

}  // namespace

std::string colour_class(std::size_t i) { return fmt::format("c{}", i % kColours); }

Svg::Svg(double width, double height, std::string_view title)
    : width_(width), height_(height), title_(title) {
  rectangle({0, 0}, width, height, "paper");
}

void Svg::line(Spot from, Spot to, std::string_view classes) {
  body_ +=
      fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n",
                  from.x, from.y, to.x, to.y, classes);
}

void Svg::polyline(const std::vector<Spot>& spots, std::string_view classes) {
  body_ += fmt::format("<polyline class=\"{}\" points=\"", classes);
  for (const Spot& spot : spots) body_ += fmt::format("{:.1f},{:.1f} ", spot.x, spot.y);
  body_ += "\"/>\n";
}

void Svg::dots(const std::vector<Spot>& spots, std::string_view classes) {
  if (spots.empty()) return;
  body_ += fmt::format("<path class=\"{} dots\" d=\"", classes);
  for (const Spot& spot : spots) body_ += fmt::format("M{:.1f} {:.1f}h0", spot.x, spot.y);
  body_ += "\"/>\n";
}

void Svg::rectangle(Spot corner, double width, double height, std::string_view classes) {
  body_ += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" class=\"{}\"/>\n",
      corner.x, corner.y, width, height, classes);
}

void Svg::text(Spot at, std::string_view words, std::string_view classes, Anchor anchor,
               double degrees) {
  const std::string turn = degrees == 0 ? ""
                                        : fmt::format(" transform=\"rotate({:.0f} {:.1f} {:.1f})\"",
                                                      -degrees, at.x, at.y);
  body_ +=
      fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\" text-anchor=\"{}\"{}>{}</text>\n",
                  at.x, at.y, classes, anchor_name(anchor), turn, markup_text(words));
}

std::string Svg::finish() const {
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"heddle\" role=\"img\" "
             "width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\">\n"
             "<title>{2}</title>\n<style>{3}</style>\n",
             width_, height_, markup_text(title_), style()) +
         body_ + "</svg>\n";
}

}  // namespace heddle::study
