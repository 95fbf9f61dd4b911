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

// The first user frame of a stack, with the calls that lead to it, or nothing.  An access in a
// function that frees memory is a release.
std::optional<Site> user_site(const Stack& stack, SiteKind kind);

// Takes the next line off `text`, without its end; false when none is left.
bool next_line(std::string_view& text, std::string_view& line);

std::string_view trimmed(std::string_view text);

// Whether `part` occurs in `text`.
bool contains(std::string_view text, std::string_view part);

// "writing variable 'hits' requires ..." -> "hits"; empty without quotes.
std::string quoted_in(std::string_view text);

// The variable in a sentence of Valgrind's, such as "Location 0x1 is 4 bytes inside box.v," or
// "... inside data symbol "box""; empty when it names none.
std::string variable_in_words(std::string_view words);

// Whether a sentence of Helgrind or DRD is about a wrong use of a lock or another object of
// threads.
bool is_misuse(std::string_view words);

// Takes `FILE:LINE` or `FILE:LINE:COLUMN` apart.  False when there is no line number.
bool split_place(std::string_view text, std::string& file, std::uint64_t& line);

}  // namespace heddle::guidance
