// The options of a configuration or a budget, as a study file writes them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/run_options.hpp"
#include "core/result.hpp"

namespace heddle::study {

// Names and values of options, in order.
using OptionWords = std::vector<std::pair<std::string, std::string>>;

// "--search dfs --bound preemptions=2 --complete", as on a command line.
Result<OptionWords> split_options(std::string_view text);

// Sets them one after the other.  Options that a study gives itself (the seed, the outputs) are
// refused.
Status apply_options(const OptionWords& words, config::RunOptions& into);

// The arguments of `heddle run` that mean these options: what differs from the defaults.
std::vector<std::string> arguments_of(const config::RunOptions& options);

}  // namespace heddle::study
