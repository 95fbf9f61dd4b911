// Reads the traces in a worker's file: an outline of each error as it was found, then the recorded
// traces in the same order, as far as the worker progressed.
#pragma once

#include <cstddef>
#include <vector>

#include "fleet/channel.hpp"
#include "fleet/worker_process.hpp"
#include "trace/trace.hpp"

namespace heddle::fleet {

// Splits a text into its traces; a garbled trace ends the list.
std::vector<trace::Trace> split_traces(std::string_view text);

// Gives each error of the outcome the best available trace.  `errors` is the number of outlines.
// REQUIRES: the outcome has as many errors, or one error that the search did not find.
void take_traces(const Channel& channel, std::size_t errors, WorkerOutcome& into);

// Adds the errors found by a worker that wrote no report.  An error already in the outcome comes
// last.
void take_found_so_far(const Channel& channel, WorkerOutcome& into);

}  // namespace heddle::fleet
