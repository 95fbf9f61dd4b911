// All figures and tables of a study as one HTML file that needs no other.
#pragma once

#include <string>
#include <vector>

#include "study/grid.hpp"
#include "study/plots/figures.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {

// A table as HTML.
std::string to_html(const Table& table);

std::string study_page(const std::string& title, const Grid& grid,
                       const std::vector<Figure>& figures);

}  // namespace heddle::study
