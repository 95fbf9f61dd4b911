// Finds notifications that came too early: nobody waited for the condition yet, and whoever waits
// for it at the end waits for one that has been.
#pragma once

#include <cstddef>
#include <vector>

#include "trace/trace.hpp"

namespace heddle::report {

struct LostWakeup {
  std::size_t notify = 0;       // an index into Trace::steps
  ThreadId waiter = kNoThread;  // who began to wait later, and still does
};

// For each thread that is blocked in a wait for a condition, the last such notification before it,
// if there was one.
std::vector<LostWakeup> find_lost_wakeups(const trace::Trace& trace);

}  // namespace heddle::report
