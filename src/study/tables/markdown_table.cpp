// Tables as Markdown.
#include "study/tables/table_form.hpp"

namespace heddle::study {
namespace {

std::string markdown_line(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += " " + cell + " |";
  return line + "\n";
}

}  // namespace

std::string markdown_cell(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (std::string_view("\\|`*_<>[]~").find(c) != std::string_view::npos) cell += '\\';
    cell += c == '\n' || c == '\r' ? ' ' : c;
  }
  return cell;
}

std::string to_markdown(const Table& table) {
  std::vector<std::string> header;
  std::vector<std::string> rule;
  for (const Column& column : table.columns) {
    header.push_back(markdown_cell(column.name));
    rule.emplace_back(column.align == Align::left ? "---" : "---:");
  }
  std::string text =
      "### " + markdown_cell(table.title) + "\n\n" + markdown_line(header) + markdown_line(rule);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    std::vector<std::string> cells;
    for (const std::string& cell : table.rows[i]) cells.push_back(markdown_cell(cell));
    cells.front() = markdown_cell(first_cell(table, i));
    text += markdown_line(cells);
  }
  if (!table.rule.empty()) text += "\n" + markdown_cell(table.rule) + "\n";
  return text;
}

}  // namespace heddle::study
