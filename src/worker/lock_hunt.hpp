// Directs executions at the deadlocks that lock-order cycles predict: each thread of a cycle takes
// its first lock, and waits until all others have done so.  A search that meets schedules in
// another order finds the deadlock of many threads late or never.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "config/run_options.hpp"
#include "fleet/channel.hpp"
#include "monitors/lock_watch.hpp"
#include "native/native_system.hpp"
#include "worker/auxiliary.hpp"
#include "worker/failed_schedule.hpp"
#include "worker/findings.hpp"

namespace heddle::worker {

class LockHunt {
 public:
  // Keeps references to all of them.
  LockHunt(native::NativeSystem& system, fleet::ChannelMemory& memory,
           const config::RunOptions& options, Auxiliary& auxiliary, Findings& findings)
      : system_(system),
        memory_(memory),
        options_(options),
        auxiliary_(auxiliary),
        findings_(findings) {}

  // Tries the cycles that were found since the last call, and notes new deadlocks.  Returns whether
  // it noted one.  The caller restarts the system.
  bool run();

 private:
  // Executes towards a cycle once.  `attempt` 0 switches threads only where it must.
  std::optional<FailedSchedule> attempt(const native::NotedLockCycle& cycle, std::uint64_t attempt);

  native::NativeSystem& system_;
  fleet::ChannelMemory& memory_;
  const config::RunOptions& options_;
  Auxiliary& auxiliary_;
  Findings& findings_;
  std::size_t tried_ = 0;  // cycles
};

}  // namespace heddle::worker
