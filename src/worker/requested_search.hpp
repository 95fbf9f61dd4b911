// What the user asked for, in the words of the search.
#pragma once

#include "config/run_options.hpp"
#include "search/engine/search_options.hpp"

namespace heddle::worker {

search::SearchOptions search_options(const options::RunOptions& options);

// The same options with the choice of states that `auto` stands for.
options::RunOptions with_chosen_states(options::RunOptions options);

}  // namespace heddle::worker
