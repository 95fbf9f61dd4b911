// Stack frames of a report, and the text helpers that its readers share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "guidance/reports/warning.hpp"

namespace heddle::guidance {

struct Frame {
  std::string function;
  std::string file;  // empty when unknown
  std::uint64_t line = 0;
  std::string module;  // empty when unknown
};

using Stack = std::vector<Frame>;  // innermost first

// Whether a frame is in the user's code: neither in the C++ or C library nor in the tool.
bool is_user_frame(const Frame& frame);

// The first user frame of a stack, or nothing.  An access in a function that frees memory is a
// release.
std::optional<Site> user_site(const Stack& stack, SiteKind kind);

// Takes the next line off `text`, without its end; false when none is left.
bool next_line(std::string_view& text, std::string_view& line);

std::string_view trimmed(std::string_view text);

// Whether `part` occurs in `text`.
bool contains(std::string_view text, std::string_view part);

// Takes `FILE:LINE` or `FILE:LINE:COLUMN` apart.  False when there is no line number.
bool split_place(std::string_view text, std::string& file, std::uint64_t& line);

}  // namespace heddle::guidance
