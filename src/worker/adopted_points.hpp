// Selects plain memory accesses as scheduling points, by --points and by what a search learns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "config/run_options.hpp"
#include "runtime/flags.hpp"

namespace heddle::worker {

// Returns the scheduling points of an option; `by_default` replaces `auto`.
native::PlainPoints points_of(config::Points points, native::PlainPoints by_default);

// Makes shared memory that the search discovered a scheduling point.  Returns true if there was
// any: the search must be repeated.
bool adopt_what_is_shared();

// Returns how often scheduling points of the present kind were adopted.  A search that was paused
// while the number changed must begin again.
std::uint64_t adoptions();

// Returns the cells that are scheduling points now, for traces.
std::vector<std::string> adopted_cells();
// Makes exactly these cells scheduling points.  REQUIRES: adopted_cells returned them under the
// same kind of points.
void adopt_only(const std::vector<std::string>& cells);

}  // namespace heddle::worker
