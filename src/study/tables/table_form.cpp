#include "study/tables/table_form.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "config/nearest.hpp"

namespace heddle::study {

Result<TableForm> table_form_of(std::string_view name) {
  const auto at = std::find(kTableForms.begin(), kTableForms.end(), name);
  if (at != kTableForms.end()) return static_cast<TableForm>(at - kTableForms.begin());
  const std::string_view near = config::nearest(name, {kTableForms.begin(), kTableForms.end()});
  return Error{fmt::format("'{}' is not a table format{}; use text, markdown, csv or latex.", name,
                           near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near))};
}

std::string to_form(const Table& table, TableForm form) {
  switch (form) {
    case TableForm::text:
      return to_text(table);
    case TableForm::markdown:
      return to_markdown(table);
    case TableForm::csv:
      return to_csv(table);
    case TableForm::latex:
      return to_latex(table);
  }
  return "";
}

}  // namespace heddle::study
