// Figures as the cells of a table.
#pragma once

#include <optional>
#include <string>

#include "study/statistics/share.hpp"

namespace heddle::study {

// A cell for which there is no figure.
inline constexpr const char* kNoFigure = "-";

// Whole numbers as they are, others with three digits that count: "282", "5.4", "0.0123".  Plain
// digits without separators, so that the text can be read back as a number.
std::string figure_text(double value);
std::string figure_text(const std::optional<double>& value);

// "100 %", "1.5 %".
std::string percent_text(double share);

// "72-100 %".
std::string interval_text(const Interval& interval);

}  // namespace heddle::study
