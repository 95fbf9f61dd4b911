// Finds lost wakeups: notifications that came before a thread waited for them.  The thread is
// blocked at the end.
#pragma once

#include <cstddef>
#include <vector>

#include "trace/trace.hpp"

namespace heddle::report {

struct LostWakeup {
  std::size_t notify = 0;       // an index into Trace::steps
  ThreadId waiter = kNoThread;  // began to wait later, and is still blocked
};

// Returns, for each thread blocked in a condition wait, the last such notification since it woke
// last, if any.
std::vector<LostWakeup> find_lost_wakeups(const trace::Trace& trace);

}  // namespace heddle::report
