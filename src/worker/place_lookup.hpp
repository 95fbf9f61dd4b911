// The functions and variables that priorities name, and the locations of a guided search, as places
// in the program's memory.
#pragma once

#include "config/run_options.hpp"
#include "core/result.hpp"

namespace heddle::worker {

// Refuses a name that the program does not have, and a guide that cannot be read.
Status check_places(const config::RunOptions& options);

// Adds the places that priorities name and the guidance that a guide describes, if there are any.
void add_places(config::SearchOptions& into);

}  // namespace heddle::worker
