// The options of a guided search from and to text.
#pragma once

#include <string>
#include <string_view>

#include "config/run_options.hpp"
#include "core/result.hpp"

namespace heddle::config {

// Locations are joined by commas, or by semicolons if one of them has a comma.
Status set_via(RunOptions& into, std::string_view name, std::string_view value);
std::string get_via(const RunOptions& from);

Status set_via_file(RunOptions& into, std::string_view name, std::string_view value);
std::string get_via_file(const RunOptions& from);

Status set_guide(RunOptions& into, std::string_view name, std::string_view value);
std::string get_guide(const RunOptions& from);

Status set_heuristic(RunOptions& into, std::string_view name, std::string_view value);
std::string get_heuristic(const RunOptions& from);

Status set_backtrack_states(RunOptions& into, std::string_view name, std::string_view value);
std::string get_backtrack_states(const RunOptions& from);

}  // namespace heddle::config
