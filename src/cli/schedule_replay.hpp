// heddle replay of an anchored schedule, which `heddle export` wrote.
#pragma once

#include <string>

#include "cli/command.hpp"

namespace heddle::cli {

struct ScheduleReplay {
  std::string file;     // names the schedule in sentences
  std::string program;  // empty: the recorded one
  Arguments overrides;  // options of `heddle run`
};

// Follows the schedule with this text, prints the outcome and returns the exit code.
int replay_schedule(const std::string& text, const ScheduleReplay& request);

}  // namespace heddle::cli
