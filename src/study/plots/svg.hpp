// A drawing, element by element, as an SVG file of its own or inside a page.  Colours come from
// classes, which are readable on light and on dark paper.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::study {

struct Spot {
  double x = 0;
  double y = 0;
};

enum class Anchor : std::uint8_t { start, middle, end };

class Svg {
 public:
  // `title` is what a screen reader says.
  Svg(double width, double height, std::string_view title);

  void line(Spot from, Spot to, std::string_view classes);
  void polyline(const std::vector<Spot>& spots, std::string_view classes);
  // Dots as one element, however many.
  void dots(const std::vector<Spot>& spots, std::string_view classes);
  void rectangle(Spot corner, double width, double height, std::string_view classes);
  // Turned anticlockwise around its anchor by `degrees`.
  void text(Spot at, std::string_view words, std::string_view classes, Anchor anchor,
            double degrees = 0);

  // The whole drawing.
  std::string finish() const;

 private:
  std::string body_;
  double width_;
  double height_;
  std::string title_;
};

// The class of the i-th colour; there are kColours, then they begin again.
inline constexpr std::size_t kColours = 8;
std::string colour_class(std::size_t i);

}  // namespace heddle::study
