// From a program and the locations of a guided search to the guide that the explored process loads.
#pragma once

#include <span>
#include <string>

#include "core/result.hpp"
#include "guidance/guide.hpp"

namespace heddle::guidance {

// Reads the program, recovers its graph or takes it from the user's cache, and computes the
// distances to every location.  Covers the program itself, not its shared libraries.
Result<Guide> make_guide(const std::string& program, std::span<const std::string> locations,
                         const Weights& weights = {});

}  // namespace heddle::guidance
