#include "study/statistics/order_statistics.hpp"

#include <cmath>

#include "core/check.hpp"

namespace heddle::study {

std::vector<double> chance_of_first(std::size_t pool_size, std::size_t searches, Draw draw) {
  const bool returned = draw == Draw::with_replacement;
  HEDDLE_CHECK(pool_size > 0 && searches > 0, "nothing to draw");
  HEDDLE_CHECK(returned || searches <= pool_size, "more draws than runs");
  const auto n = static_cast<double>(pool_size);
  std::vector<double> chances(pool_size);
  double all_later = 1;  // the probability that every drawn run stands at `rank` or after it
  for (std::size_t rank = 0; rank < pool_size; ++rank) {
    const auto left = static_cast<double>(pool_size - rank - 1);
    // C(left, searches) / C(pool_size, searches), from the one before it.
    const double next = returned ? std::pow(left / n, static_cast<double>(searches))
                        : pool_size - rank > searches
                            ? all_later * (left + 1 - static_cast<double>(searches)) / (left + 1)
                            : 0;
    chances[rank] = all_later - next;
    all_later = next;
  }
  return chances;
}

double chance_of_success(const Pool& pool, std::size_t searches, Draw draw) {
  const std::size_t missed = pool.size() - pool.found();
  HEDDLE_CHECK(!pool.empty() && searches > 0, "nothing to draw");
  if (draw == Draw::with_replacement) {
    return 1 - std::pow(static_cast<double>(missed) / static_cast<double>(pool.size()),
                        static_cast<double>(searches));
  }
  HEDDLE_CHECK(searches <= pool.size(), "more draws than runs");
  double failure = 1;
  for (std::size_t drawn = 0; drawn < searches && failure > 0; ++drawn) {
    failure *= static_cast<double>(missed - drawn) / static_cast<double>(pool.size() - drawn);
  }
  return 1 - failure;
}

std::optional<double> ParallelCost::to_error() const {
  if (success <= 0) return std::nullopt;
  return mean / success;
}

ParallelCost parallel_cost(const Pool& pool, std::size_t searches, Draw draw) {
  const std::vector<double> chances = chance_of_first(pool.size(), searches, draw);
  ParallelCost cost;
  cost.searches = searches;
  cost.success = chance_of_success(pool, searches, draw);
  double of_found = 0;
  for (std::size_t rank = 0; rank < pool.size(); ++rank) {
    cost.mean += chances[rank] * pool[rank].cost;
    if (pool[rank].found) of_found += chances[rank] * pool[rank].cost;
  }
  double squares = 0;
  for (std::size_t rank = 0; rank < pool.size(); ++rank) {
    const double off = pool[rank].cost - cost.mean;
    squares += chances[rank] * off * off;
  }
  cost.deviation = std::sqrt(squares);
  if (cost.success > 0) cost.mean_of_found = of_found / cost.success;
  return cost;
}

std::vector<ParallelCost> parallel_costs(const Pool& pool, const std::vector<std::size_t>& searches,
                                         Draw draw) {
  std::vector<ParallelCost> costs;
  for (const std::size_t count : searches) {
    if (draw == Draw::without_replacement && count > pool.size()) continue;
    costs.push_back(parallel_cost(pool, count, draw));
  }
  return costs;
}

double all_succeed(double success, std::size_t trials) {
  return std::pow(success, static_cast<double>(trials));
}

}  // namespace heddle::study
