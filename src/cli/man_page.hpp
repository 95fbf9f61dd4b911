// Generates manual pages from the commands and the option table.
#pragma once

#include <string>

#include "cli/command.hpp"

namespace heddle::cli {

// Returns heddle(1), with the list of commands.
std::string man_page();

// Returns heddle-COMMAND(1).
std::string man_page(const Command& command);

}  // namespace heddle::cli
