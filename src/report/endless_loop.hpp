// The loop in which a livelocked program stays.
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
  std::vector<ThreadId> threads;  // that move in it, in order of their ids
};

// Nothing when the trace is no livelock, or one that was only suspected from the length of the run.
std::optional<EndlessLoop> endless_loop(const trace::Trace& trace);

// "from here on, steps 8 to 13 repeat for ever:".
std::string heading(const EndlessLoop& loop);

// "main", "thread 1 and thread 2", "main, thread 1 and thread 3".
std::string threads_text(const trace::Trace& trace, const std::vector<ThreadId>& threads);

}  // namespace heddle::report
