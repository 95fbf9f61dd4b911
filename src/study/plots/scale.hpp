// From figures to places on an axis, and the ticks that a person reads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::study {

enum class ScaleKind : std::uint8_t { linear, logarithmic };

struct Tick {
  double value = 0;
  std::string label;
};

class Scale {
 public:
  // Covers [low, high], widened to the ticks around it.
  // REQUIRES: finite, low <= high; logarithmic: low > 0.
  Scale(ScaleKind kind, double low, double high);

  // 0 at the low end, 1 at the high end.
  double place(double value) const;

  double low() const { return low_; }
  double high() const { return high_; }
  // Ascending, from the low end to the high end: steps of 1, 2 or 5 times a power of ten or, over
  // several powers of ten, those.
  const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  void fit_linear();
  void fit_logarithmic();

  ScaleKind kind_;
  double low_;
  double high_;
  std::vector<Tick> ticks_;
};

// Short: "250", "20k", "1.5M", "0.01".
std::string tick_text(double value);

}  // namespace heddle::study
