// The scope of the search in this process: from the options to the code that is loaded, and back to
// sentences for the report.
#pragma once

#include <string>
#include <vector>

#include "config/run_options.hpp"
#include "core/result.hpp"
#include "native/native_system.hpp"

namespace heddle::worker {

// Sets the scope for all executions.  Refuses names whose code the command did not look up.
Status apply_scope(const config::RunOptions& options);

// Decides what the first execution shows: whether the program calls heddle::explore_from_here, and
// where a window at a random place begins, which the options name afterwards.
void settle_scope(native::NativeSystem& system, config::RunOptions& options);

// Returns a sentence when an execution ended before the start of the explored part; otherwise an
// empty string.
std::string unreached_start(const native::NativeSystem& system, const config::RunOptions& options);

// Returns the restrictions in force, each as a part of the sentence about the coverage.
std::vector<std::string> scope_notes(const config::RunOptions& options);

// Returns the parts of the program that the restrictions leave out, one sentence each.
std::vector<std::string> scope_exceptions(const config::RunOptions& options);

}  // namespace heddle::worker
