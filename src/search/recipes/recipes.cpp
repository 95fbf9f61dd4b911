#include "search/recipes/recipes.hpp"
#include "config/combination.hpp"
#include "core/check.hpp"

namespace heddle::search {

Result<Recipe> recipe_for(const SearchOptions& options) {
  const Status status = config::check_search(options);
  HEDDLE_CHECK(status.ok(), status.sentence().c_str());
  switch (options.search) {
    case Search::auto_:
      break;
    case Search::dfs:
      return depth_first(options);
    case Search::bfs:
      return breadth_first(options);
    case Search::best_first:
      return best_first(options);
    case Search::guided:
      return guided(options);
    case Search::iterative_deepening:
      return iterative_deepening(options);
    case Search::mixed:
      return mixed(options);
    case Search::prss:
      return prss(options);
    case Search::random:
      return random_walk(options);
    case Search::pct:
      return pct(options);
    case Search::pos:
      return pos(options);
    case Search::urw:
      return urw(options);
    case Search::surw:
      return surw(options);
    case Search::rff:
      return rff(options);
    case Search::context_bounded:
      return context_bounded(options);
  }
  HEDDLE_CHECK(false, "the strategy of a search was not resolved");
  return Error{};
}

}  // namespace heddle::search
