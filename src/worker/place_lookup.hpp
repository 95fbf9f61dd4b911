// The functions and variables that priorities name, as places in the program's memory.
#pragma once

#include "config/run_options.hpp"
#include "core/result.hpp"
#include "search/engine/search_options.hpp"

namespace heddle::worker {

// Refuses a name that the program does not have.
Status check_places(const options::RunOptions& options);

// Adds the places that the priority names, if it names any.
void add_places(const options::Priority& priority, search::SearchOptions& into);

}  // namespace heddle::worker
