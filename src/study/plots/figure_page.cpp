#include "study/plots/figure_page.hpp"

#include <fmt/core.h>

#include "study/plots/markup.hpp"
#include "study/tables/study_tables.hpp"

namespace heddle::study {
namespace {

// A longer table is folded.
constexpr std::size_t kLongTable = 60;

constexpr const char* kStyle = R"(
:root{color-scheme:light dark}
body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
  color:#222;background:#fff}
table{border-collapse:collapse;font-size:.85rem;display:block;overflow-x:auto}
th,td{padding:.15rem .6rem;border-bottom:1px solid #ddd;text-align:left;white-space:nowrap}
.right{text-align:right}
figure{margin:1.5rem 0;overflow-x:auto}
figcaption,.rule{font-size:.85rem;color:#555}
@media (prefers-color-scheme: dark){
  body{color:#e4e4e4;background:#17191e}
  th,td{border-color:#34373d}
  figcaption,.rule{color:#aaa}
}
)";

std::string cell_html(const char* element, const Column& column, const std::string& text) {
  return fmt::format("<{0}{1}>{2}</{0}>", element,
                     column.align == Align::right ? " class=\"right\"" : "", markup_text(text));
}

}  // namespace

std::string to_html(const Table& table) {
  std::string html = "<table>\n<thead><tr>";
  for (const Column& column : table.columns) html += cell_html("th", column, column.name);
  html += "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    html += "<tr>";
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      html += cell_html("td", table.columns[j], j == 0 ? first_cell(table, i) : table.rows[i][j]);
    }
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table>\n";
}

std::string study_page(const std::string& title, const Grid& grid,
                       const std::vector<Figure>& figures) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
      markup_text(title), kStyle);
  html += "<h2>Tables</h2>\n";
  for (const TableKind& kind : table_kinds()) {
    const Table table = kind.make(grid);
    if (table.rows.empty()) continue;
    html += fmt::format("<h3 id=\"{}\">{}</h3>\n", kind.name, markup_text(table.title));
    const bool folded = table.rows.size() > kLongTable;
    if (folded) html += fmt::format("<details><summary>{} rows</summary>\n", table.rows.size());
    html += to_html(table);
    if (folded) html += "</details>\n";
    html += fmt::format("<p class=\"rule\">{}</p>\n", markup_text(table.rule));
  }
  html += "<h2>Figures</h2>\n";
  for (const Figure& figure : figures) {
    html += fmt::format("<figure id=\"figure-{}\">\n{}<figcaption>{}</figcaption>\n</figure>\n",
                        figure.name, to_svg(figure.chart), markup_text(figure.rule));
  }
  return html + "</body>\n</html>\n";
}

}  // namespace heddle::study
