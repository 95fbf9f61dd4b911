#include "cli/warnings.hpp"

#include <filesystem>
#include <fstream>
#include <vector>

#include "report/cut_text.hpp"
#include "report/lock_order_text.hpp"
#include "report/not_seen_text.hpp"
#include "report/race_text.hpp"
#include "result/ignored_races.hpp"

namespace heddle::cli {
namespace {

// More than a program has that anybody mends.
constexpr std::uint64_t kMostIgnored = 500;

// A device need not have an end.
constexpr std::size_t kMostSuppressions = std::size_t{16} << 20U;

}  // namespace

Status Warnings::read(const std::string& path) {
  if (path.empty()) return Done{};
  const Error unreadable{"Cannot read the suppression file '" + path + "'; name a text file."};
  if (std::filesystem::is_directory(path)) return unreadable;
  std::ifstream file(path);
  std::string text(kMostSuppressions, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.is_open() || file.bad()) return unreadable;
  if (file) {
    return Error{"'" + path +
                 "' is too large for a suppression file; name a file of at most 16 MiB."};
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.find('\0') != std::string::npos) return unreadable;
  return suppressions_.add(text, path);
}

bool Warnings::ignore_suppressed(const result::RunResult& result, config::RunOptions& options) {
  const bool ended_by_race = result.error && result.error->kind == FailureKind::race;
  if (!ended_by_race || ignored_ >= kMostIgnored) return false;
  const std::uint64_t before = ignored_;
  for (const result::FoundRace& race : result.races) {
    if (!report::is_suppressed(race, suppressions_, symbolizer_)) continue;
    ++ignored_;
    options.ignored_races += options.ignored_races.empty() ? "" : ",";
    options.ignored_races += result::ignored_race_text(race);
  }
  return ignored_ > before;
}

void Warnings::tell(result::RunResult& result) {
  result.suppressed_races =
      ignored_ + std::erase_if(result.races, [&](const result::FoundRace& race) {
        return report::is_suppressed(race, suppressions_, symbolizer_);
      });
  report::locate(result.races, symbolizer_);
  if (result.cut_loop) report::locate(*result.cut_loop, symbolizer_);
  result.suppressed_lock_orders +=
      std::erase_if(result.lock_order, [&](const result::FoundLockCycle& cycle) {
        return report::is_suppressed(cycle, suppressions_, symbolizer_);
      });
  report::name_locks(result.lock_order, symbolizer_);
  report::tell_not_seen(result, symbolizer_);
}

}  // namespace heddle::cli
