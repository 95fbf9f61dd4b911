#include "cli/study_grid.hpp"

#include <fmt/core.h>

#include <optional>
#include <utility>

#include "study/database.hpp"

namespace heddle::cli {

Result<study::Grid> read_study_grid(const std::string& path, const std::string& measure) {
  std::optional<study::Measure> asked;
  if (!measure.empty()) {
    const Result<study::Measure> known = study::measure_of(measure);
    if (!known.ok()) return known.error();
    asked = *known;
  }
  Result<study::Database> database = study::Database::open(path);
  if (!database.ok()) return database.error();
  Result<std::vector<study::Run>> runs = database->runs();
  if (!runs.ok()) return runs.error();
  if (runs->empty()) {
    return Error{fmt::format("'{}' has no runs yet; run `heddle study run` first.", path)};
  }
  const auto configurations = database->configurations();
  if (!configurations.ok()) return configurations.error();
  if (!asked) {
    const Result<study::About> about = database->about();
    if (!about.ok()) return about.error();
    const auto own = about->find("measure");
    const Result<study::Measure> known =
        study::measure_of(own == about->end() ? "states" : own->second);
    if (!known.ok()) return known.error();
    asked = *known;
  }
  return study::Grid(std::move(*runs), *configurations, *asked);
}

}  // namespace heddle::cli
