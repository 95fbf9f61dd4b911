// The locks that threads hold during a recorded execution.
#pragma once

#include <cstddef>
#include <vector>

#include "trace/trace.hpp"

namespace heddle::report {

// A lock that a thread held from the step at position `from` to the one at position `to`.
struct LockHold {
  ThreadId thread = kNoThread;
  ObjectId lock = kNoObject;
  bool is_shared = false;  // a read lock
  std::size_t from = 0;
  std::size_t to = 0;  // the number of steps of the trace: until the end
};

// Returns the times at which locks were held, in the order of `from`.
std::vector<LockHold> lock_holds(const trace::Trace& trace);

}  // namespace heddle::report
