// A study's database as the grid that tables and figures are made from.
#pragma once

#include <string>

#include "core/result.hpp"
#include "study/grid.hpp"

namespace heddle::cli {

// `measure` is what the user asked for; empty: what the study calls its cost.
Result<study::Grid> read_study_grid(const std::string& database, const std::string& measure);

}  // namespace heddle::cli
