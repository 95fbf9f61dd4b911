// RunOptions as one line, the form of HEDDLE_OPTIONS: `name=value:name=value`.
//
// `\:` is a colon inside a value, `\\` a backslash; a flag without a value means true.
#pragma once

#include <string>
#include <string_view>

#include "config/run_options.hpp"
#include "core/result.hpp"

namespace heddle::config {

// Applies `text` on top of `defaults` and checks the combination.
Result<RunOptions> parse_options(std::string_view text, RunOptions defaults = {});

// All options that differ from their defaults.  parse_options is its inverse.
std::string to_text(const RunOptions& options);

}  // namespace heddle::config
