// Text of the explored program made safe for the page: visible, of limited length, and unable to
// leave the data island.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace heddle::report {

// Longer texts are cut, with their length at the end.
inline constexpr std::size_t kLongestText = 1000;  // bytes

// Returns valid UTF-8.  Invalid bytes become U+FFFD.  Control characters, and characters that
// change the direction or are invisible, become escapes such as \u202e; newlines and tabs stay.
std::string visible_text(std::string_view text);

// Returns the text, or its beginning and its length.
std::string cut_long(std::string_view text, std::size_t longest = kLongestText);

// Applies both functions to every string.
void make_visible(nlohmann::ordered_json& json);

// Returns JSON in ASCII for a <script> element: the text contains no <, > or &.
std::string data_island(const nlohmann::ordered_json& json);

}  // namespace heddle::report
