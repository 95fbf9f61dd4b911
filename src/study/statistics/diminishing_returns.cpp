#include "study/statistics/diminishing_returns.hpp"

#include "study/statistics/order_statistics.hpp"

namespace heddle::study {

std::optional<std::size_t> diminishing_returns(const Pool& pool) {
  if (pool.found() == 0) return std::nullopt;
  const auto cost = [&](std::size_t searches) {
    return *parallel_cost(pool, searches, Draw::with_replacement).to_error();
  };
  const double enough = kWorthwhile * cost(1);
  for (std::size_t searches = 1; searches < kMostSearches; ++searches) {
    // A pool of equal costs saves nothing, also when they are 0.
    const double saved = cost(searches) - cost(2 * searches);
    if (saved <= 0 || saved < enough) return searches;
  }
  return kMostSearches;
}

std::optional<std::size_t> searches_that_all_succeed(const Pool& pool) {
  for (std::size_t searches = 1; searches <= kMostSearches; ++searches) {
    const double success = chance_of_success(pool, searches, Draw::with_replacement);
    if (all_succeed(success, kTrials) >= kAssurance) return searches;
  }
  return std::nullopt;
}

}  // namespace heddle::study
