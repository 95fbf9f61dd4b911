// The table of thread and synchronisation features that Heddle controls, refuses, or does not
// observe.  `heddle help supported` prints it, and docs/supported.md repeats it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace heddle::cli {

enum class Support : std::uint8_t {
  supported,
  refused,    // the run ends with one sentence; never a wrong answer
  unwatched,  // runs natively, not observed
};

std::string_view name(Support support);

struct SupportedRow {
  Support support;
  std::string_view what;
  std::string_view functions;  // separated by blanks; may be empty
  std::string_view remark;
};

std::span<const SupportedRow> supported_table();

// Return the table for a terminal, and one row as a line of a Markdown table.
std::string supported_page();
std::string markdown(const SupportedRow& row);

}  // namespace heddle::cli
