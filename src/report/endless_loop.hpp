// The loop of a livelock.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

struct EndlessLoop {
  std::size_t begin = 0;          // steps before it, as the report numbers them
  std::size_t length = 0;         // steps in it; at least 1
  std::size_t position = 0;       // of its first step in Trace::steps, where notes count too
  std::vector<ThreadId> threads;  // with steps in the loop, in order of their ids
};

// Finds the loop.  Returns nothing when the trace has no livelock, or only one suspected from the
// length of the run.
std::optional<EndlessLoop> endless_loop(const trace::Trace& trace);

// Returns a heading that announces the repeated steps, such as 8 to 13.
std::string heading(const EndlessLoop& loop);

// Lists threads: "main", "thread 1 and thread 2", "main, thread 1 and thread 3".
std::string threads_text(const trace::Trace& trace, const std::vector<ThreadId>& threads);

}  // namespace heddle::report
