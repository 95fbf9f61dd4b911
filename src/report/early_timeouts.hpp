// Finds waits that timed out early: another thread could still go on.
#pragma once

#include <cstddef>
#include <vector>

#include "trace/trace.hpp"

namespace heddle::report {

// Returns their indices in Trace::steps.  The step's `other` is the thread that could go on.
std::vector<std::size_t> find_early_timeouts(const trace::Trace& trace);

}  // namespace heddle::report
