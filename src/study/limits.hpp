// Limits on the number and the time of a cell's runs.  A study, a subject, a configuration and a
// size can each set them.
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

// More runs than this are considered a mistake.
inline constexpr std::uint64_t kMostRuns = 1'000'000;

// Reads the keys `seeds`, `stop` and `budget`.
void read_limits(TableReader& reader, Limits& into);

// Replaces values of `into` by those that `later` sets.
void override_with(const Limits& later, Limits& into);

// Fills in the seeds and the stop rule of a cell.  Refuses a rule that may not terminate.
Status apply_rule(const Limits& limits, PlannedCell& cell);

}  // namespace heddle::study
