// Estimates the number of schedules of a stateless search.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "core/budget.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"
#include "search/engine/tally.hpp"
#include "search/engine/tree_size.hpp"
#include "system/system.hpp"

namespace heddle::search {

// Estimates the number of schedules within the options' bounds by random walks from the present
// state, which must be the initial one.  Walks until the budget is spent or `stop` is set.  Ignores
// failures. Returns nothing if there were too few walks, or if one was cut at the step limit.
// THROWS: Divergence.
std::optional<TreeEstimate> estimate_schedules(System& system, const SearchOptions& options,
                                               const Budget& budget,
                                               const std::atomic<bool>* stop = nullptr);

// Raises the estimate to at least `executed`, the number of different schedules already executed.
void expect_at_least(TreeEstimate& estimate, std::uint64_t executed);

// Returns "about 3.1e7 left (1.2e7 to 8e7)" for a search that takes all choices, otherwise "there
// are about 3.1e7 (...)".
std::string estimate_text(const TreeEstimate& estimate, const Recipe& recipe, const Tally& tally);

}  // namespace heddle::search
