// The columns that many tables share: what a technique costs on a subject.
#pragma once

#include <string>
#include <vector>

#include "study/grid.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {

// mean, min, max, deviation, found
void add_cost_columns(Table& table);
void add_cost_cells(std::vector<std::string>& row, const Cell& cell);

// Returns the sentences that hold for all tables of costs: what the cost is, which runs count.
std::string cost_rule(const Grid& grid);

}  // namespace heddle::study
