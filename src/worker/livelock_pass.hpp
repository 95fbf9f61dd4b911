// Searches the graph of all states for livelocks, after a search that executed some loops in one
// way only.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "native/native_system.hpp"
#include "search/liveness/find_livelock.hpp"
#include "worker/phases.hpp"

namespace heddle::worker {

struct LivelockPass {
  bool finished = false;  // before the deadline
  std::uint64_t executions = 0;
  std::optional<search::Livelock> livelock = std::nullopt;
};

// Visits all states of the phase again, by depth-first search without reduction.
LivelockPass run_livelock_pass(native::NativeSystem& system, const Phase& phase,
                               std::chrono::steady_clock::time_point deadline,
                               const std::atomic<bool>* stop);

}  // namespace heddle::worker
