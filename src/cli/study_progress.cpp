#include "cli/study_progress.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"

namespace heddle::cli {

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::max(0.0, std::ceil(seconds)));
  if (whole < 100) return fmt::format("{} s", whole);
  const std::uint64_t minutes = (whole + 59) / 60;
  if (minutes < 100) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string study_progress_text(const study::StudyProgress& progress) {
  const auto left = static_cast<std::uint64_t>(std::llround(progress.runs_left));
  std::string text =
      fmt::format("{} runs, about {} to go  {} of {} cells", grouped(progress.made), grouped(left),
                  grouped(progress.cells_finished), grouped(progress.cells));
  if (progress.seconds_left >= 0) {
    text += fmt::format("  about {} left", duration_text(progress.seconds_left));
  }
  if (!progress.subject.empty()) {
    text += fmt::format("  {}, {}", progress.subject, progress.configuration);
  }
  return text;
}

std::string study_result_text(const std::vector<study::Run>& runs, std::uint64_t fresh,
                              const std::string& database) {
  const auto found =
      std::count_if(runs.begin(), runs.end(), [](const study::Run& run) { return run.found; });
  return fmt::format("{}: {} runs ({} new), {} found an error.", database, grouped(runs.size()),
                     grouped(fresh), grouped(static_cast<std::uint64_t>(found)));
}

}  // namespace heddle::cli
