// Data races that a worker must ignore, as text for its options: pairs of code places,
// "prog+1a2c/prog+3e4f,...".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "result/found_race.hpp"

namespace heddle::result {

// The module of a place is a file name without its folder.
using PlacePair = std::pair<CodePlace, CodePlace>;

std::string ignored_race_text(const FoundRace& race);

// Parses the pairs and skips malformed ones.
std::vector<PlacePair> ignored_races(std::string_view text);

}  // namespace heddle::result
