// Describes data races for a person: the threads, accesses and locations, and why no happens-before
// edge orders them.
#pragma once

#include <string>
#include <vector>

#include "report/suppressions.hpp"
#include "result/found_race.hpp"
#include "result/reported_race.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::report {

// Returns the stack of an access with its inlined functions, innermost first.
std::vector<symbolize::Frame> frames_of(const result::RacingAccess& access,
                                        symbolize::Symbolizer& symbolizer);

// Returns the name of the racing variable, or a description of the memory; empty when unknown.
std::string variable_of(const result::FoundRace& race, symbolize::Symbolizer& symbolizer);

// Returns whether a suppression of the user covers the race.
bool is_suppressed(const result::FoundRace& race, const Suppressions& suppressions,
                   symbolize::Symbolizer& symbolizer);

// Adds source locations; races between the same two places are reported once.
std::vector<result::ReportedRace> reported_races(const std::vector<result::FoundRace>& races,
                                                 symbolize::Symbolizer& symbolizer);

// Returns one text of several lines for each race.
std::vector<std::string> race_texts(const std::vector<result::ReportedRace>& races);

}  // namespace heddle::report
