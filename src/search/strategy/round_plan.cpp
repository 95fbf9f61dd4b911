#include "search/strategy/round_plan.hpp"

#include <algorithm>
#include <array>

namespace heddle::search {
namespace {

// Measured: see docs/results/automatic_threshold.md.
// The states of the rounds of the first cycle, in lengths of the median execution.
constexpr std::array<std::uint64_t, RoundPlan::kCycle> kExecutions = {2, 2, 2, 2, 12, 64};
constexpr std::uint64_t kGrowth = 8;  // from cycle to cycle
constexpr std::uint64_t kMostGrowths = 12;
constexpr std::array<std::uint64_t, 3> kQuarters = {2, 1, 3};

bool is_in_the_middle(std::uint64_t round) {
  return round % RoundPlan::kCycle == RoundPlan::kCycle - 1;
}

}  // namespace

std::uint64_t RoundPlan::threshold(std::uint64_t round) const {
  if (!is_in_the_middle(round)) return walks_.longest;
  const std::uint64_t quarters = kQuarters[round / kCycle % kQuarters.size()];
  return std::max(walks_.first_choice, walks_.median * quarters / 4);
}

std::uint64_t RoundPlan::states(std::uint64_t round) const {
  std::uint64_t states = kExecutions[round % kCycle] * std::max<std::uint64_t>(walks_.median, 1);
  for (std::uint64_t i = std::min(round / kCycle, kMostGrowths); i > 0; --i) states *= kGrowth;
  return states;
}

std::uint64_t RoundPlan::only_threshold(const WalkLengths& walks) {
  return std::max(walks.first_choice, walks.median * 9 / 10);
}

}  // namespace heddle::search
