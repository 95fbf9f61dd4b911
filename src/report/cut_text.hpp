// The loop in which an execution was cut at the step limit, for a person.
#pragma once

#include <string>

#include "result/run_result.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::report {

// Fills in where the threads are in the source.
void locate(result::CutLoop& loop, symbolize::Symbolizer& symbolizer);

// "the execution that was cut first is in a loop of thread 1 at a.cpp:7 in work; under a fair
// scheduler it ends after 30,004 steps: raise --max-steps ...".  Empty when nothing was cut.
std::string cut_text(const result::RunResult& result);

}  // namespace heddle::report
