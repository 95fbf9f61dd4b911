// Lists the parts that a search did not cover, in sentences for its result.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "config/run_options.hpp"
#include "monitors/race_watch.hpp"
#include "result/run_coverage.hpp"

namespace heddle::worker {

// The extent of a search.
struct Coverage {
  bool shared_is_done = false;   // no schedule of accesses to shared memory was left out
  bool races_are_done = false;   // no race was missed, except those of weak memory orders
  bool races_are_known = false;  // no race was missed
  bool has_hunted = false;       // for a while, accesses to shared memory were scheduling points
  std::uint64_t cut = 0;         // executions, at the step limit
  bool has_broken_step = false;  // an execution ended within a step, at a crash or endless loop
  // The phase that decides; null: none.
  const result::PhaseCoverage* promised = nullptr;
  native::WatchedExecutions races = {};  // executions whose races were checked, and others
};

std::vector<std::string> unwatched(const config::RunOptions& options, const Coverage& coverage);

}  // namespace heddle::worker
