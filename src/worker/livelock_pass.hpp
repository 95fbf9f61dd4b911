// Searches the graph of all states for livelocks, after a search that did not take every step of
// every state.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "native/native_system.hpp"
#include "search/liveness/livelock.hpp"
#include "worker/phases.hpp"

namespace heddle::worker {

struct LivelockPass {
  bool finished = false;  // by a livelock, or without one before the deadline
  std::uint64_t executions = 0;
  std::optional<search::Livelock> livelock = std::nullopt;
};

// Visits all states of the phase again, by depth-first search without reduction.
LivelockPass run_livelock_pass(native::NativeSystem& system, const Phase& phase,
                               std::chrono::steady_clock::time_point deadline,
                               const std::atomic<bool>* stop);

}  // namespace heddle::worker
