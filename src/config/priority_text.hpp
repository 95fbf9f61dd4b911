// The priorities of a best-first search from and to text: names joined by commas, the most
// important first.
#pragma once

#include <string>
#include <string_view>

#include "config/run_options.hpp"
#include "core/result.hpp"

namespace heddle::config {

Status set_priority(RunOptions& into, std::string_view name, std::string_view value);
std::string get_priority(const RunOptions& from);

}  // namespace heddle::config
