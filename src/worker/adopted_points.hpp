// What --points says about plain memory accesses, and what a search learns about them.
#pragma once

#include <string>
#include <vector>

#include "config/run_options.hpp"
#include "monitors/plain_points.hpp"

namespace heddle::worker {

// `by_default` is what the caller takes `auto` for.
native::PlainPoints points_of(config::Points points, native::PlainPoints by_default);

// True when the search met shared memory that it did not know: from now on it does, so the search
// is to be repeated.
bool adopt_what_is_shared();

// What counts now, for traces.
std::vector<std::string> adopted_cells();
// Makes these count and no others, as they were returned under the same kind of points.
void adopt_only(const std::vector<std::string>& cells);
// A trace lists the cells that were points, however they were found.
native::PlainPoints points_in_traces();

}  // namespace heddle::worker
