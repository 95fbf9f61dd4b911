// The one place that refuses combinations of options.
#pragma once

#include "config/run_options.hpp"
#include "core/result.hpp"

namespace heddle::config {

// Refuses options that a search does not support, or that have no effect on it.
Status check_search(const SearchOptions& options);

// The same for a whole run.
Status check_combination(const RunOptions& options);

}  // namespace heddle::config
