// Data races for a person: who did what where, and why nothing orders the two.
#pragma once

#include <string>
#include <vector>

#include "report/suppressions.hpp"
#include "result/found_race.hpp"
#include "result/reported_race.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::report {

// The stack of an access with its inlined functions, innermost first.
std::vector<symbolize::Frame> frames_of(const result::RacingAccess& access,
                                        symbolize::Symbolizer& symbolizer);

// The name of the racing variable, or a description of the memory; empty when unknown.
std::string variable_of(const result::FoundRace& race, symbolize::Symbolizer& symbolizer);

// Whether the user does not want to hear of it.
bool is_suppressed(const result::FoundRace& race, const Suppressions& suppressions,
                   symbolize::Symbolizer& symbolizer);

// In the words of the source; those between the same two places are told once.
std::vector<result::ReportedRace> reported_races(const std::vector<result::FoundRace>& races,
                                                 symbolize::Symbolizer& symbolizer);

// One text of several lines for each.
std::vector<std::string> race_texts(const std::vector<result::ReportedRace>& races);

}  // namespace heddle::report
