// The text of a location, taken apart; and sentences that list candidates.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "guidance/wanted.hpp"

namespace heddle::guidance {

struct LocationText {
  std::string function;  // empty when a file is named
  std::string file;
  int line = 0;
  Wanted wanted = Wanted::any;
  std::string variable;
};

Result<LocationText> parse_location(const std::string& text);

// Up to three names, the nearest to `wanted` first; by the last component, regardless of case.
std::vector<std::string> nearest_names(std::string_view wanted,
                                       const std::vector<std::string>& names);

// "a", "a or b", "a, b or c".
std::string alternatives(const std::vector<std::string>& names);

}  // namespace heddle::guidance
