// The one place that refuses combinations of options.
#pragma once

#include "config/run_options.hpp"
#include "core/result.hpp"

namespace heddle::config {

// Refuses what a search cannot do, and what has no meaning for it.
Status check_search(const SearchOptions& options);

// The same for a whole run.
Status check_combination(const RunOptions& options);

}  // namespace heddle::config
