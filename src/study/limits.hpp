// How often and how long a cell is run, as it may be said for a whole study, for a subject, for a
// configuration and for a quick study.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "study/option_words.hpp"
#include "study/study_plan.hpp"
#include "study/table_reader.hpp"

namespace heddle::study {

struct Limits {
  std::optional<std::vector<std::uint64_t>> seeds;  // ascending
  std::optional<std::uint64_t> until_found;
  std::optional<std::uint64_t> at_most;
  OptionWords budget;
};

// A number of runs that is a mistake.
inline constexpr std::uint64_t kMostRuns = 1'000'000;

// Takes the keys `seeds`, `stop` and `budget`.
void read_limits(TableReader& reader, Limits& into);

// What `later` says replaces what `into` says.
void override_with(const Limits& later, Limits& into);

// Fills in the seeds and the stop rule of a cell.  Refuses a rule that need not end.
Status apply_rule(const Limits& limits, PlannedCell& cell);

}  // namespace heddle::study
