// How the option table reads and writes the fields of randomized backtracking.
#pragma once

#include <string>
#include <string_view>

#include "config/run_options.hpp"
#include "core/result.hpp"

namespace heddle::config {

Status set_jump(RunOptions& into, std::string_view name, std::string_view value);
std::string get_jump(const RunOptions& from);

Status set_threshold(RunOptions& into, std::string_view name, std::string_view value);
std::string get_threshold(const RunOptions& from);

Status set_ratio(RunOptions& into, std::string_view name, std::string_view value);
std::string get_ratio(const RunOptions& from);

Status set_switch_ratio(RunOptions& into, std::string_view name, std::string_view value);
std::string get_switch_ratio(const RunOptions& from);

Status set_variants(RunOptions& into, std::string_view name, std::string_view value);
std::string get_variants(const RunOptions& from);

Status set_complete(RunOptions& into, std::string_view name, std::string_view value);
std::string get_complete(const RunOptions& from);

Status set_return_chance(RunOptions& into, std::string_view name, std::string_view value);
std::string get_return_chance(const RunOptions& from);

Status set_restarts(RunOptions& into, std::string_view name, std::string_view value);
std::string get_restarts(const RunOptions& from);

}  // namespace heddle::config
