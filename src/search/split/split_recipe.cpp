#include "search/split/split_recipe.hpp"

#include <memory>

#include "core/check.hpp"
#include "search/split/shared_visited.hpp"
#include "search/split/split_depth_first.hpp"

namespace heddle::search {
namespace {

class ArrivalDepth final : public Arrivals {
 public:
  Arrival arrival(const Path& path) const override { return {.depth = path.depth()}; }
};

std::unique_ptr<VisitedStore> shared_store(const WorkExchange& exchange, bool has_costs,
                                           bool wide) {
  const SplitMemory& memory = exchange.memory();
  const unsigned worker = exchange.worker();
  if (has_costs && wide) return std::make_unique<SharedVisitedCosts<WideKey>>(memory, worker);
  if (has_costs) return std::make_unique<SharedVisitedCosts<NarrowKey>>(memory, worker);
  if (wide) return std::make_unique<SharedWideSet>(memory, worker);
  return std::make_unique<SharedVisitedSet>(memory, worker);
}

}  // namespace

void split(Recipe& recipe, const SearchOptions& options, WorkExchange& exchange) {
  HEDDLE_CHECK(config::can_be_split(options), "a search that cannot be split");
  recipe.frontier = std::make_unique<SplitDepthFirst>(exchange);
  if (recipe.cycle_check != nullptr) recipe.cycle_check->check_runs_only();
  if (!recipe.visited->remembers()) return;
  const bool has_costs = recipe.arrivals != nullptr;
  if (!has_costs) recipe.arrivals = std::make_shared<ArrivalDepth>();
  recipe.visited =
      shared_store(exchange, has_costs, options.visited.kind == Visited::Kind::exact128);
}

std::uint64_t possible_cycles(const Recipe& recipe) {
  const auto* const visited = dynamic_cast<const SharedVisited*>(recipe.visited.get());
  const std::uint64_t closed =
      recipe.cycle_check != nullptr ? recipe.cycle_check->cycles_closed() : 0;
  return closed + (visited != nullptr ? visited->other_depths() : 0);
}

}  // namespace heddle::search
