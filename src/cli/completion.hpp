// Generates shell completions from the commands and the option table.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace heddle::cli {

// Returns the script for "bash", "zsh" or "fish"; absent for another shell.
std::optional<std::string> completion_script(std::string_view shell);

}  // namespace heddle::cli
