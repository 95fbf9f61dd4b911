// The word that was probably meant.
#pragma once

#include <string_view>
#include <vector>

namespace heddle::config {

// The candidate with the fewest single-letter edits from `word`; empty when none is near.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace heddle::config
