#include "search/split/split_recipe.hpp"

#include <memory>

#include "core/check.hpp"
#include "search/split/partitioned_visited.hpp"
#include "search/split/rank_depth_first.hpp"
#include "search/split/shared_store.hpp"
#include "search/split/split_best_first.hpp"
#include "search/split/split_depth_first.hpp"
#include "search/split/split_sleep_sets.hpp"

namespace heddle::search {
namespace {

class ArrivalDepth final : public Arrivals {
 public:
  Arrival arrival(const Path& path) const override { return {.depth = path.depth()}; }
};

StoreKind store_kind(const SearchOptions& options, bool has_costs) {
  const bool is_wide = options.visited.kind == Visited::Kind::exact128;
  if (has_costs) return is_wide ? StoreKind::wide_costs : StoreKind::narrow_costs;
  return is_wide ? StoreKind::wide : StoreKind::narrow;
}

std::shared_ptr<Causality> causality_of(const Recipe& recipe) {
  for (const auto& analysis : recipe.analyses) {
    if (auto found = std::dynamic_pointer_cast<Causality>(analysis)) return found;
  }
  HEDDLE_CHECK(false, "a reduction without causality");
  return nullptr;
}

std::unique_ptr<Frontier> split_frontier(Recipe& recipe, const SearchOptions& options,
                                         WorkExchange& exchange) {
  if (auto* const best_first = dynamic_cast<BestFirst*>(recipe.frontier.get())) {
    static_cast<void>(recipe.frontier.release());
    return std::make_unique<SplitBestFirst>(exchange, std::unique_ptr<BestFirst>(best_first));
  }
  if (options.reduce == Reduce::sleep) {
    return std::make_unique<SplitSleepSets>(exchange, causality_of(recipe));
  }
  if (exchange.is_remote() && recipe.visited->remembers()) {
    return std::make_unique<RankDepthFirst>(exchange);
  }
  return std::make_unique<SplitDepthFirst>(exchange);
}

}  // namespace

void split(Recipe& recipe, const SearchOptions& options, WorkExchange& exchange) {
  HEDDLE_CHECK(config::can_be_split(options), "a search that cannot be split");
  recipe.frontier = split_frontier(recipe, options, exchange);
  if (recipe.cycle_check != nullptr) recipe.cycle_check->check_runs_only();
  if (!recipe.visited->remembers()) return;
  recipe.program_states.reset();  // each worker has a part of them
  const bool has_costs = recipe.arrivals != nullptr;
  if (!has_costs) recipe.arrivals = std::make_shared<ArrivalDepth>();
  const StoreKind kind = store_kind(options, has_costs);
  std::unique_ptr<SharedVisited> shared =
      make_shared_store(exchange.memory(), exchange.worker(), kind);
  if (exchange.is_remote()) {
    exchange.link().store.store(static_cast<std::uint32_t>(kind));
    recipe.visited =
        std::make_unique<PartitionedVisited>(std::move(shared), exchange.link(), exchange.claims());
  } else {
    recipe.visited = std::move(shared);
  }
}

std::uint64_t possible_cycles(const Recipe& recipe) {
  const std::uint64_t closed =
      recipe.cycle_check != nullptr ? recipe.cycle_check->cycles_closed() : 0;
  if (const auto* const shared = dynamic_cast<const SharedVisited*>(recipe.visited.get())) {
    return closed + shared->other_depths();
  }
  const auto* const divided = dynamic_cast<const PartitionedVisited*>(recipe.visited.get());
  return closed + (divided != nullptr ? divided->other_depths() : 0);
}

}  // namespace heddle::search
