// Code that ran unseen and memory orders that were not explored, in the words of the source.
#pragma once

#include "result/run_result.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::report {

// Fills `uninstrumented` and `weak_orders` from what the worker tells, and adds a sentence for each
// kind of them to `unwatched`.
void tell_not_seen(result::RunResult& result, symbolize::Symbolizer& symbolizer);

}  // namespace heddle::report
