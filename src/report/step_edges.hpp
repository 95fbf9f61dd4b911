// The happens-before edges of a recorded execution between different threads.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "trace/trace.hpp"

namespace heddle::report {

// Orders the step at position `from` before the step at position `to`.
struct StepEdge {
  std::size_t from = 0;
  std::size_t to = 0;
  std::string_view name;  // "unlock -> lock", "create", "join"
};

// Returns the edges in the order of `to`: thread creation and join, unlock to lock, signal to wake,
// post to wait, the end of an initialisation, barriers, and release to acquire of atomics.
std::vector<StepEdge> step_edges(const trace::Trace& trace);

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
