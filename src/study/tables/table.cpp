#include "study/tables/table.hpp"

namespace heddle::study {

std::string first_cell(const Table& table, std::size_t row) {
  const std::string& own = table.rows[row].front();
  const bool repeated = table.grouped && row > 0 && table.rows[row - 1].front() == own;
  return repeated ? "" : own;
}

}  // namespace heddle::study
