// Tables whose rows are techniques selected on each subject, under the name of the selection.
#pragma once

#include <string>

#include "study/grid.hpp"
#include "study/selection.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {

// subject, which, configuration and the columns of costs.
Table selected_table(std::string title, std::string rule);

// Nothing when there is no such technique.
void add_selected(Table& table, const Grid& grid, std::size_t subject, const std::string& which,
                  const Selected& technique);

}  // namespace heddle::study
