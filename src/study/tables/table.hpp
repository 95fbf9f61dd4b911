// A table of words and figures, before it has a form.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::study {

enum class Align : std::uint8_t { left, right };

struct Column {
  std::string name;
  Align align = Align::right;
};

struct Table {
  std::string title;
  std::string rule;  // how the figures were made, in a few sentences; may be empty
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  // each as long as `columns`
  // For a person, a first cell that repeats the one above it is left blank.
  bool grouped = false;
};

// What a person sees in the first cell of a row.
std::string first_cell(const Table& table, std::size_t row);

}  // namespace heddle::study
