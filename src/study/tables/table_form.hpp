// The forms in which a table is written.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {

enum class TableForm : std::uint8_t { text, markdown, csv, latex };

inline constexpr std::array<std::string_view, 4> kTableForms = {"text", "markdown", "csv", "latex"};

// Refuses other words, with the nearest of these.
Result<TableForm> table_form_of(std::string_view name);

// With a final newline.
std::string to_form(const Table& table, TableForm form);

// Columns aligned by blanks, title above, rule below.
std::string to_text(const Table& table);

// A table of GitHub's Markdown; what Markdown would read as markup is escaped.
std::string to_markdown(const Table& table);

// RFC 4180 with line feeds: header and rows alone, since other lines would not be data.
std::string to_csv(const Table& table);

// A table environment with \hline rules: no package is needed.
std::string to_latex(const Table& table);

// One cell, as the form wants it.
std::string markdown_cell(std::string_view text);
std::string csv_cell(std::string_view text);
std::string latex_cell(std::string_view text);

}  // namespace heddle::study
