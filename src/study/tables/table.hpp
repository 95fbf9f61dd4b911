// A table of words and figures, independent of its output format.
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
  std::string rule;  // describes how the figures were computed; may be empty
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  // each as long as `columns`
  // Leaves a first cell blank, in formats for people, if it repeats the one above it.
  bool grouped = false;
};

// Returns the first cell of a row as formats for people show it.
std::string first_cell(const Table& table, std::size_t row);

}  // namespace heddle::study
