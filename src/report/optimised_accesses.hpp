// Lists the files that were compiled by an optimiser that may have removed accesses to variables.
#pragma once

#include <string_view>

#include "result/run_result.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::report {

// The accesses that a compilation unit performs, by the flags that its debug information records.
enum class Accesses {
  foreign,   // not instrumented by Heddle's flags
  written,   // all accesses of the source
  compiled,  // those that the optimiser left
};

Accesses accesses_of(std::string_view producer);

// Sets the result's `accesses` and lists the files under "not covered".
void tell_optimised_accesses(result::RunResult& result, symbolize::Symbolizer& symbolizer);

}  // namespace heddle::report
