// Adds to the result of a run what its searches do not know.
#pragma once

#include <cstdint>

#include "config/run_options.hpp"
#include "result/run_result.hpp"

namespace heddle::fleet {

// Stores the options of the whole run of so many searches.  Downgrades the verdict if
// uninstrumented code accessed memory.
void complete_result(result::RunResult& result, const config::RunOptions& options,
                     std::uint64_t jobs);

}  // namespace heddle::fleet
