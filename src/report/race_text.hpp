// Describes data races for a person: the threads, accesses and locations, and why no happens-before
// edge orders them.
#pragma once

#include <string>
#include <vector>

#include "report/suppressions.hpp"
#include "result/found_race.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::report {

// Returns the name of the racing variable, or a description of the memory; empty when unknown.
std::string variable_of(const result::FoundRace& race, symbolize::Symbolizer& symbolizer);

// Returns whether a suppression of the user covers the race.
bool is_suppressed(const result::FoundRace& race, const Suppressions& suppressions,
                   symbolize::Symbolizer& symbolizer);

// Adds names and source locations, and removes all but one race on one variable between the same
// two locations.
void locate(std::vector<result::FoundRace>& races, symbolize::Symbolizer& symbolizer);

// Returns one text of several lines for each race.
std::vector<std::string> race_texts(const std::vector<result::FoundRace>& races);

}  // namespace heddle::report
