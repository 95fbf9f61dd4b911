// A table with one cell for each subject and configuration.
#pragma once

#include <functional>
#include <string>

#include "study/grid.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {

using CellText = std::function<std::string(const Cell&)>;

// Adds columns and rows: the configurations side by side.  If they are more than `most`, the
// subjects are side by side; if these are more than `most_subjects`, the table stays empty.
void add_side_by_side(Table& table, const Grid& grid, const CellText& text, std::size_t most,
                      std::size_t most_subjects);

}  // namespace heddle::study
