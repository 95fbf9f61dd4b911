// Tables as LaTeX.
#include "study/tables/table_form.hpp"

namespace heddle::study {
namespace {

std::string latex_line(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line += (i > 0 ? " & " : "") + cells[i];
  return line + " \\\\\n";
}

}  // namespace

std::string latex_cell(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    switch (c) {
      case '&':
      case '%':
      case '$':
      case '#':
      case '_':
      case '{':
      case '}':
        cell += '\\';
        cell += c;
        break;
      case '\\':
        cell += "\\textbackslash{}";
        break;
      case '~':
        cell += "\\textasciitilde{}";
        break;
      case '^':
        cell += "\\textasciicircum{}";
        break;
      case '<':
        cell += "\\textless{}";
        break;
      case '>':
        cell += "\\textgreater{}";
        break;
      case '|':
        cell += "\\textbar{}";
        break;
      case '[':  // at the start of a row it would be read as the argument of the \\ before it
      case ']':
        cell += '{';
        cell += c;
        cell += '}';
        break;
      case '\n':
      case '\r':
        cell += ' ';
        break;
      default:
        cell += c;
    }
  }
  return cell;
}

std::string to_latex(const Table& table) {
  std::string alignment;
  std::vector<std::string> header;
  for (const Column& column : table.columns) {
    alignment += column.align == Align::left ? 'l' : 'r';
    header.push_back(latex_cell(column.name));
  }
  std::string text = "\\begin{table}\n\\caption{" + latex_cell(table.title);
  if (!table.rule.empty()) text += ". " + latex_cell(table.rule);
  text += "}\n\\begin{tabular}{" + alignment + "}\n\\hline\n" + latex_line(header) + "\\hline\n";
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    std::vector<std::string> cells;
    for (const std::string& cell : table.rows[i]) cells.push_back(latex_cell(cell));
    cells.front() = latex_cell(first_cell(table, i));
    text += latex_line(cells);
  }
  return text + "\\hline\n\\end{tabular}\n\\end{table}\n";
}

}  // namespace heddle::study
