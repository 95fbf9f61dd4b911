#include "study/tables/side_by_side.hpp"

namespace heddle::study {

void add_side_by_side(Table& table, const Grid& grid, const CellText& text, std::size_t most,
                      std::size_t most_subjects) {
  const std::size_t subjects = grid.subjects().size();
  const std::size_t techniques = grid.techniques().size();
  if (subjects == 0) return;
  if (techniques <= most) {
    table.columns = {{"subject", Align::left}};
    for (const Technique& technique : grid.techniques()) table.columns.push_back({technique.name});
    for (std::size_t subject = 0; subject < subjects; ++subject) {
      std::vector<std::string>& row = table.rows.emplace_back();
      row.push_back(grid.subjects()[subject]);
      for (std::size_t i = 0; i < techniques; ++i) row.push_back(text(grid.cell(subject, i)));
    }
  } else if (subjects <= most_subjects) {
    table.columns = {{"configuration", Align::left}};
    for (const std::string& subject : grid.subjects()) table.columns.push_back({subject});
    for (std::size_t i = 0; i < techniques; ++i) {
      std::vector<std::string>& row = table.rows.emplace_back();
      row.push_back(grid.techniques()[i].name);
      for (std::size_t subject = 0; subject < subjects; ++subject) {
        row.push_back(text(grid.cell(subject, i)));
      }
    }
  }
}

}  // namespace heddle::study
