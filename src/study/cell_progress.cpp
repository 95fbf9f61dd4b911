#include "study/cell_progress.hpp"

#include <algorithm>
#include <limits>

namespace heddle::study {
namespace {

std::uint64_t finds_wanted(const PlannedCell& cell) {
  return cell.until_found.value_or(std::numeric_limits<std::uint64_t>::max());
}

}  // namespace

void CellProgress::record(std::uint64_t seed, bool found) {
  running_.erase(seed);
  found_[seed] = found;
}

std::optional<std::uint64_t> CellProgress::next(bool eager) const {
  std::uint64_t finds = 0;
  std::uint64_t possible = 0;  // finds of runs that go on
  for (const std::uint64_t seed : cell_.seeds) {
    if (finds >= finds_wanted(cell_)) return std::nullopt;
    const auto made = found_.find(seed);
    if (made != found_.end()) {
      finds += made->second ? 1U : 0U;
    } else if (running_.count(seed) > 0) {
      ++possible;
    } else {
      const bool counts_anyway = finds + possible < finds_wanted(cell_);
      return eager || counts_anyway ? std::optional(seed) : std::nullopt;
    }
  }
  return std::nullopt;
}

std::vector<std::uint64_t> CellProgress::counted() const {
  std::vector<std::uint64_t> seeds;
  std::uint64_t finds = 0;
  for (const std::uint64_t seed : cell_.seeds) {
    const auto made = found_.find(seed);
    if (finds >= finds_wanted(cell_)) break;
    if (made == found_.end()) continue;
    seeds.push_back(seed);
    finds += made->second ? 1U : 0U;
  }
  return seeds;
}

bool CellProgress::finished() const {
  std::uint64_t finds = 0;
  for (const std::uint64_t seed : cell_.seeds) {
    if (finds >= finds_wanted(cell_)) return true;
    const auto made = found_.find(seed);
    if (made == found_.end()) return false;
    finds += made->second ? 1U : 0U;
  }
  return true;
}

double CellProgress::expected_left() const {
  const std::vector<std::uint64_t> seeds = counted();
  const double left = static_cast<double>(cell_.seeds.size() - seeds.size());
  if (!cell_.until_found) return left;
  const auto finds = static_cast<double>(std::count_if(
      seeds.begin(), seeds.end(), [&](std::uint64_t seed) { return found_.at(seed); }));
  const double wanted = static_cast<double>(*cell_.until_found) - finds;
  if (wanted <= 0) return 0;
  // One find is taken as given, so that a cell without any is not expected to be endless.
  const double share = (finds + 1) / (static_cast<double>(seeds.size()) + 1);
  return std::min(left, wanted / share);
}

}  // namespace heddle::study
