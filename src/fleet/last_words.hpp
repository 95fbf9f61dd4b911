// What can still be said about a worker that died without a report.
#pragma once

#include "fleet/channel.hpp"
#include "fleet/worker_process.hpp"

namespace heddle::fleet {

// The schedule that the worker was executing tells how to get there again: a second worker runs it
// once, step by step, writing a trace as it goes, and dies in the same place.  `status` is the wait
// status of the first.
WorkerOutcome interpret_death(const WorkerCommand& command, const Channel& channel, int status,
                              const Tick& tick);

}  // namespace heddle::fleet
