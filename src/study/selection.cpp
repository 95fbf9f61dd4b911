#include "study/selection.hpp"

#include <numeric>
#include <tuple>

namespace heddle::study {
namespace {

// The technique with the smallest key among those that qualify.
template <typename Qualifies, typename Key>
Selected smallest(const Grid& grid, std::size_t subject, const std::vector<std::size_t>& techniques,
                  Qualifies qualifies, Key key) {
  Selected best;
  for (const std::size_t technique : techniques) {
    const Cell& cell = grid.cell(subject, technique);
    if (cell.runs.empty() || !qualifies(cell)) continue;
    if (!best || key(cell) < key(grid.cell(subject, *best))) best = technique;
  }
  return best;
}

std::vector<std::size_t> all_techniques(const Grid& grid) {
  std::vector<std::size_t> all(grid.techniques().size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

bool half_found(const Cell& cell) {
  return cell.found() && 2 * cell.share.found >= cell.share.total;
}

}  // namespace

Selected default_technique(const Grid& grid, std::size_t subject) {
  for (std::size_t i = 0; i < grid.techniques().size(); ++i) {
    if (grid.techniques()[i].plain && !grid.cell(subject, i).runs.empty()) return i;
  }
  return std::nullopt;
}

Selected best_of(const Grid& grid, std::size_t subject, const std::vector<std::size_t>& techniques,
                 double least_share) {
  return smallest(
      grid, subject, techniques,
      [&](const Cell& cell) { return cell.found() && cell.share.value() >= least_share; },
      [](const Cell& cell) { return cell.cost.mean; });
}

Selected best_existing(const Grid& grid, std::size_t subject) {
  if (const Selected sure = best_of(grid, subject, grid.existing(), 1)) return sure;
  return smallest(
      grid, subject, grid.existing(), [](const Cell& cell) { return cell.found(); },
      [](const Cell& cell) { return std::make_tuple(-cell.share.value(), cell.cost.mean); });
}

Selected of_cheapest_run(const Grid& grid, std::size_t subject) {
  return smallest(grid, subject, all_techniques(grid), half_found,
                  [](const Cell& cell) { return cell.cost.minimum; });
}

Selected of_dearest_run(const Grid& grid, std::size_t subject) {
  return smallest(grid, subject, all_techniques(grid), half_found,
                  [](const Cell& cell) { return -cell.cost.maximum; });
}

Selected least_successful(const Grid& grid, std::size_t subject) {
  return smallest(
      grid, subject, grid.studied(), [](const Cell&) { return true; },
      [](const Cell& cell) { return cell.share.value(); });
}

}  // namespace heddle::study
