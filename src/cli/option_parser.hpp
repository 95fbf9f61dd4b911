// Parses the command line of a subcommand with CLI11, from the option table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "config/run_options.hpp"
#include "core/result.hpp"

namespace heddle::cli {

struct ParsedOptions {
  config::RunOptions options;
  bool help = false;
  Arguments rest;  // from the first argument that is not an option; without a leading "--"
};

// Selects whether the combination of all options is checked.
enum class Combination : bool { unchecked, checked };

// Reads options on top of `base`.  An unknown option is refused with a reference to the help of
// `command`.
Result<ParsedOptions> parse_run_options(const Arguments& arguments, config::RunOptions base,
                                        std::string_view command = "run",
                                        Combination combination = Combination::checked);

// Reads HEDDLE_OPTIONS from the environment; returns the defaults when it is not set.
Result<config::RunOptions> options_from_environment();

// Lists all options with values, defaults and meaning, as a part of a help page.
std::string options_help();

}  // namespace heddle::cli
