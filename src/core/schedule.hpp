// A list of decisions, from the start of the program.  With the program it determines an execution.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/decision.hpp"
#include "core/result.hpp"

namespace heddle {

using Schedule = std::vector<Decision>;

// "0 0 1 2:1": thread indices, with the alternative where it is not 0.
std::string to_text(const Schedule& schedule);
Result<Schedule> parse_schedule(std::string_view text);

}  // namespace heddle
