// How many schedules a search without a memory of states has before it.
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
// state, which must be the initial one, until the budget ends or `stop` says so.  Failures are
// passed over.  Nothing if the walks were too few, or one was cut at the step limit.  THROWS:
// Divergence.
std::optional<TreeEstimate> estimate_schedules(System& system, const SearchOptions& options,
                                               const Budget& budget,
                                               const std::atomic<bool>* stop = nullptr);

// Makes the estimate say no less than what is known: so many different ones were executed.
void expect_at_least(TreeEstimate& estimate, std::uint64_t executed);

// "about 3.1e7 left (1.2e7 to 8e7)" of a search that takes all, otherwise "there are
// about 3.1e7
// (...)".
std::string estimate_text(const TreeEstimate& estimate, const Recipe& recipe, const Tally& tally);

}  // namespace heddle::search
