// How a run ended, told to a person: the verdict, what was covered, the counts, and what was not
// watched.
#pragma once

#include <string>

#include "report/text_report.hpp"
#include "result/run_result.hpp"

namespace heddle::report {

// Data races and orders of locks.
std::string warnings_text(const result::RunResult& result);

std::string summary(const result::RunResult& result, const TextStyle& style);

}  // namespace heddle::report
