#include "study/family.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

namespace heddle::study {
namespace {

// The costs of the families on one subject; absent where no member always found the error.
using Costs = std::vector<std::optional<double>>;

Costs costs_on(const Grid& grid, std::size_t subject, const std::vector<Family>& families) {
  Costs costs;
  for (const Family& family : families) {
    const Selected best = best_member(grid, subject, family);
    costs.push_back(best ? std::optional(grid.cell(subject, *best).cost.mean) : std::nullopt);
  }
  return costs;
}

// 1 for the cheapest; of k equals each has the mean of the k ranks.
double rank_of(std::size_t family, const Costs& costs) {
  if (!costs[family]) return static_cast<double>(costs.size());
  std::size_t cheaper = 0;
  std::size_t equal = 0;
  for (const std::optional<double>& cost : costs) {
    if (!cost) continue;
    if (*cost < *costs[family]) ++cheaper;
    if (*cost == *costs[family]) ++equal;
  }
  return static_cast<double>(cheaper) + (static_cast<double>(equal) + 1) / 2;
}

}  // namespace

std::vector<Family> families_of(const Grid& grid) {
  std::set<std::string> settings;
  for (const std::size_t i : grid.studied()) settings.insert(grid.techniques()[i].others);
  std::vector<Family> families;
  std::map<std::string, std::size_t> by_name;
  for (const std::size_t i : grid.studied()) {
    const Technique& technique = grid.techniques()[i];
    std::string name = technique.name;
    if (technique.backtracking && technique.backtracking->threshold) {
      name = fmt::format("(H, {}, {})", technique.backtracking->strategy,
                         technique.backtracking->ratio);
      // Added only where it distinguishes families.
      if (settings.size() > 1 && !technique.others.empty()) name += " " + technique.others;
    }
    const auto [at, is_new] = by_name.emplace(name, families.size());
    if (is_new) families.push_back({name, {}});
    families[at->second].members.push_back(i);
  }
  for (Family& family : families) {
    std::stable_sort(family.members.begin(), family.members.end(),
                     [&](std::size_t a, std::size_t b) {
                       const auto& left = grid.techniques()[a].backtracking;
                       const auto& right = grid.techniques()[b].backtracking;
                       return left && right && left->threshold < right->threshold;
                     });
  }
  return families;
}

Selected best_member(const Grid& grid, std::size_t subject, const Family& family) {
  return best_of(grid, subject, family.members, 1);
}

std::optional<Recommended> recommended_family(const Grid& grid) {
  const std::vector<Family> families = families_of(grid);
  std::vector<Recommended> all;
  for (const Family& family : families) all.push_back({family, 0, 0});
  std::size_t counted = 0;
  for (std::size_t subject = 0; subject < grid.subjects().size(); ++subject) {
    const Costs costs = costs_on(grid, subject, families);
    if (std::none_of(costs.begin(), costs.end(),
                     [](const auto& cost) { return cost.has_value(); })) {
      continue;
    }
    ++counted;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (costs[i]) ++all[i].subjects;
      all[i].mean_rank += rank_of(i, costs);
    }
  }
  if (counted == 0) return std::nullopt;
  for (Recommended& one : all) one.mean_rank /= static_cast<double>(counted);
  return *std::min_element(all.begin(), all.end(), [](const Recommended& a, const Recommended& b) {
    return a.subjects != b.subjects ? a.subjects > b.subjects : a.mean_rank < b.mean_rank;
  });
}

}  // namespace heddle::study
