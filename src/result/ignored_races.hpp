// Races that a worker is not to notice, as text for its options: pairs of places in the code,
// "prog+1a2c/prog+3e4f,...".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "result/found_race.hpp"

namespace heddle::result {

// A place here has the name of its file without the folder.
using PlacePair = std::pair<CodePlace, CodePlace>;

std::string ignored_race_text(const FoundRace& race);

// What cannot be understood is left out.
std::vector<PlacePair> ignored_races(std::string_view text);

}  // namespace heddle::result
