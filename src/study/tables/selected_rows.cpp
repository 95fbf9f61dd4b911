#include "study/tables/selected_rows.hpp"

#include <utility>

#include "study/tables/cost_columns.hpp"

namespace heddle::study {

Table selected_table(std::string title, std::string rule) {
  Table table;
  table.title = std::move(title);
  table.rule = std::move(rule);
  table.grouped = true;
  table.columns = {
      {"subject", Align::left}, {"which", Align::left}, {"configuration", Align::left}};
  add_cost_columns(table);
  return table;
}

void add_selected(Table& table, const Grid& grid, std::size_t subject, const std::string& which,
                  const Selected& technique) {
  if (!technique) return;
  std::vector<std::string> row = {grid.subjects()[subject], which,
                                  grid.techniques()[*technique].name};
  add_cost_cells(row, grid.cell(subject, *technique));
  table.rows.push_back(std::move(row));
}

}  // namespace heddle::study
