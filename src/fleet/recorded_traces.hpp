// The traces in a worker's file: an outline of each error as it was found, and behind them those
// that were recorded, in the same order, as far as the worker came.
#pragma once

#include <cstddef>
#include <vector>

#include "fleet/channel.hpp"
#include "fleet/worker_process.hpp"
#include "trace/trace.hpp"

namespace heddle::fleet {

// All traces in a text, one after the other; one that is garbled ends them.
std::vector<trace::Trace> split_traces(std::string_view text);

// Gives each error of the outcome the best trace that there is.  `errors` counts the outlines.
// REQUIRES: the outcome has as many errors, or one that is no error found by the search.
void take_traces(const Channel& channel, std::size_t errors, WorkerOutcome& into);

// What a worker had found that wrote no report: adds it to the outcome, whose own error, if it has
// one, comes last.
void take_found_so_far(const Channel& channel, WorkerOutcome& into);

}  // namespace heddle::fleet
