// What of threads and synchronisation Heddle controls, what it refuses, and what it does not see:
// the one table, printed by `heddle help supported` and repeated in docs/supported.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace heddle::cli {

enum class Support : std::uint8_t {
  supported,
  refused,    // the run ends with one sentence; never a wrong answer
  unwatched,  // runs as it is, unseen
};

std::string_view name(Support support);

struct SupportedRow {
  Support support;
  std::string_view what;
  std::string_view functions;  // separated by blanks; may be empty
  std::string_view remark;
};

std::span<const SupportedRow> supported_table();

// The table for a terminal, and one row as a line of a Markdown table.
std::string supported_page();
std::string markdown(const SupportedRow& row);

}  // namespace heddle::cli
