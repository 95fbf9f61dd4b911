// Data races for a person: who did what where, and why nothing orders the two.
#pragma once

#include <string>
#include <vector>

#include "report/suppressions.hpp"
#include "result/found_race.hpp"
#include "result/reported_race.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::report {

// Whether the user does not want to hear of it.
bool is_suppressed(const result::FoundRace& race, const Suppressions& suppressions,
                   symbolize::Symbolizer& symbolizer);

// In the words of the source; those between the same two places are told once.
std::vector<result::ReportedRace> reported_races(const std::vector<result::FoundRace>& races,
                                                 symbolize::Symbolizer& symbolizer);

// One text of several lines for each.
std::vector<std::string> race_texts(const std::vector<result::ReportedRace>& races);

}  // namespace heddle::report
