#include "study/measure.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "config/nearest.hpp"

namespace heddle::study {

std::string_view name_of(Measure measure) { return kMeasures[static_cast<std::size_t>(measure)]; }

Result<Measure> measure_of(std::string_view name) {
  const auto at = std::find(kMeasures.begin(), kMeasures.end(), name);
  if (at != kMeasures.end()) return static_cast<Measure>(at - kMeasures.begin());
  const std::string_view near = config::nearest(name, {kMeasures.begin(), kMeasures.end()});
  return Error{fmt::format(
      "'{}' is not a measure{}; use states, generated_states, transitions, executions or seconds.",
      name, near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near))};
}

double cost_of(const Run& run, Measure measure) {
  switch (measure) {
    case Measure::states:
      return static_cast<double>(run.states);
    case Measure::generated_states:
      return static_cast<double>(run.generated_states);
    case Measure::transitions:
      return static_cast<double>(run.transitions);
    case Measure::executions:
      return static_cast<double>(run.executions);
    case Measure::seconds:
      return run.seconds;
  }
  return 0;
}

}  // namespace heddle::study
