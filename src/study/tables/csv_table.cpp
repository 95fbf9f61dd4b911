// Tables as comma-separated values.
#include "study/tables/table_form.hpp"

namespace heddle::study {
namespace {

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += ',';
    line += csv_cell(cells[i]);
  }
  return line + "\n";
}

}  // namespace

std::string csv_cell(std::string_view text) {
  // Blanks at the ends are data too; some readers drop them unless quoted.
  const bool blank_end = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (!blank_end && text.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(text);
  }
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + "\"";
}

std::string to_csv(const Table& table) {
  std::vector<std::string> header;
  for (const Column& column : table.columns) header.push_back(column.name);
  std::string text = csv_line(header);
  for (const std::vector<std::string>& row : table.rows) text += csv_line(row);
  return text;
}

}  // namespace heddle::study
