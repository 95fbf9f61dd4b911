#include "search/recipes/catalogue.hpp"

#include <array>
#include <string>

#include "search/recipes/best_first_recipe.hpp"
#include "search/recipes/breadth_first_recipe.hpp"
#include "search/recipes/context_bounded_recipe.hpp"
#include "search/recipes/depth_first_recipe.hpp"
#include "search/recipes/iterative_deepening_recipe.hpp"
#include "search/recipes/mixed_recipe.hpp"
#include "search/recipes/prss_recipe.hpp"
#include "search/recipes/random_walk_recipe.hpp"
#include "search/recipes/sampled_recipe.hpp"

namespace heddle::search {
namespace {

constexpr std::array kEntries = {
    CatalogueEntry{"dfs", "every schedule or state once, depth first", depth_first},
    CatalogueEntry{"bfs", "every schedule or state once, short runs first", breadth_first},
    CatalogueEntry{"best-first", "every schedule once, the most promising first", best_first},
    CatalogueEntry{"iterative-deepening", "depth first with a rising limit, short runs first",
                   iterative_deepening},
    CatalogueEntry{"mixed", "breadth first down to the threshold, depth first from there", mixed},
    CatalogueEntry{"prss", "depth first in random order, for many at once with different seeds",
                   prss},
    CatalogueEntry{"random", "schedules drawn at random until the budget ends", random_walk},
    CatalogueEntry{"pct", "schedules by random priorities that change a few times", pct},
    CatalogueEntry{"pos", "schedules by random priorities of single operations", pos},
    CatalogueEntry{"urw", "schedules drawn so that all are about equally likely", urw},
    CatalogueEntry{"surw", "the same for the events on one shared object at a time", surw},
    CatalogueEntry{"context-bounded", "every schedule with few preemptions, fewest switches early",
                   context_bounded},
};

}  // namespace

std::span<const CatalogueEntry> catalogue() { return kEntries; }

Result<Recipe> recipe_named(std::string_view name, const SearchOptions& options) {
  std::string names;
  for (const CatalogueEntry& entry : kEntries) {
    if (entry.name == name) return entry.make(options);
    if (!names.empty()) names += ", ";
    names += entry.name;
  }
  return Error{"there is no search named '" + std::string(name) + "': choose one of " + names};
}

}  // namespace heddle::search
