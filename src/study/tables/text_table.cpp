// Tables as aligned text.
#include <algorithm>

#include "study/tables/table_form.hpp"

namespace heddle::study {
namespace {

constexpr std::size_t kLineWidth = 90;  // of the rule below a table

// Characters, not bytes: what does not continue a UTF-8 sequence begins a character.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width, Align align) {
  const std::string blanks(width - std::min(width, width_of(text)), ' ');
  return align == Align::left ? text + blanks : blanks + text;
}

std::string line_of(const Table& table, const std::vector<std::string>& cells,
                    const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += "  ";
    line += padded(cells[i], widths[i], table.columns[i].align);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

// Broken between words.
std::string wrapped(const std::string& words) {
  std::string text;
  std::size_t column = 0;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    const std::string word = words.substr(at, end - at);
    at = end + 1;
    if (column > 0 && column + 1 + width_of(word) > kLineWidth) {
      text += "\n";
      column = 0;
    }
    if (column > 0) text += " ";
    column += (column > 0 ? 1 : 0) + width_of(word);
    text += word;
  }
  return text;
}

}  // namespace

std::string to_text(const Table& table) {
  std::vector<std::string> header;
  std::vector<std::size_t> widths;
  for (const Column& column : table.columns) {
    header.push_back(column.name);
    widths.push_back(width_of(column.name));
  }
  for (const std::vector<std::string>& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text = table.title + "\n\n" + line_of(table, header, widths);
  std::vector<std::string> dashes;
  for (const std::size_t width : widths) dashes.emplace_back(width, '-');
  text += line_of(table, dashes, widths);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    std::vector<std::string> cells = table.rows[i];
    cells.front() = first_cell(table, i);
    text += line_of(table, cells, widths);
  }
  if (!table.rule.empty()) text += "\n" + wrapped(table.rule) + "\n";
  return text;
}

}  // namespace heddle::study
