// The text of the options that restrict which operations are scheduling points.
#pragma once

#include <string>
#include <string_view>

#include "config/run_options.hpp"
#include "core/result.hpp"

namespace heddle::config {

// --focus: patterns joined by commas; one between slashes may contain commas.
Status set_focus(RunOptions& into, std::string_view name, std::string_view value);
std::string get_focus(const RunOptions& from);

// --start: a function.
Status set_start(RunOptions& into, std::string_view name, std::string_view value);
std::string get_start(const RunOptions& from);

// --window: N, N@OPERATION or N@FUNCTION.
Status set_window(RunOptions& into, std::string_view name, std::string_view value);
std::string get_window(const RunOptions& from);

// Returns the option that restricts scheduling points, as a user writes it: "--focus"; empty: none.
std::string scope_option(const RunOptions& options);

}  // namespace heddle::config
