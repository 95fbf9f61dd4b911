// Makes a result of a worker that died without a report.
#pragma once

#include "fleet/channel.hpp"
#include "fleet/worker_process.hpp"

namespace heddle::fleet {

// Takes the counts that the worker published before it died.
void take_counts(const ChannelMemory& memory, result::RunResult& into);

// Executes the schedule of the dead worker in a second one, which writes a trace step by step.  If
// the second dies at the same place, the program crashed.  Otherwise the first was killed from
// outside, or Heddle failed: neither is an error of the program.  `status` is the wait status of
// the first.  REQUIRES: this process did not kill it.
WorkerOutcome interpret_death(const WorkerCommand& command, const Channel& channel, int status,
                              const Tick& tick);

}  // namespace heddle::fleet
