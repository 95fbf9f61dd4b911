// What can still be said about a worker that died without a report.
#pragma once

#include "fleet/channel.hpp"
#include "fleet/worker_process.hpp"

namespace heddle::fleet {

// The counts that a worker published, which outlive it.
void take_counts(const ChannelMemory& memory, RunResult& into);

// The schedule that the worker was executing tells how to get there again: a second worker runs it
// once, step by step, writing a trace as it goes, and dies in the same place.  If it does not, the
// first one was killed from outside, or Heddle failed: that is no error of the program.  `status`
// is the wait status of the first.  REQUIRES: this side did not kill it.
WorkerOutcome interpret_death(const WorkerCommand& command, const Channel& channel, int status,
                              const Tick& tick);

}  // namespace heddle::fleet
