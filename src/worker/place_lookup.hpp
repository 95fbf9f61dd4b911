// The functions and variables that priorities name, as places in the program's memory.
#pragma once

#include "config/run_options.hpp"
#include "core/result.hpp"

namespace heddle::worker {

// Refuses a name that the program does not have.
Status check_places(const options::RunOptions& options);

// Adds the places that priorities name, if they name any.
void add_places(options::SearchOptions& into);

}  // namespace heddle::worker
