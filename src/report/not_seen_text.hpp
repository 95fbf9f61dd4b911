// Describes uninstrumented code and unexplored memory orders with source locations.
#pragma once

#include "result/run_result.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::report {

// Fills `uninstrumented` and `weak_orders` from the worker's report, and adds a sentence for each
// kind to `unwatched`.
void tell_not_seen(result::RunResult& result, symbolize::Symbolizer& symbolizer);

}  // namespace heddle::report
