// Summarizes a run for a person: the verdict, the coverage, the counts, and what was not covered.
#pragma once

#include <string>

#include "report/text_report.hpp"
#include "result/run_result.hpp"

namespace heddle::report {

// Describes data races and lock orders.
std::string warnings_text(const result::RunResult& result);

std::string summary(const result::RunResult& result, const TextStyle& style);

}  // namespace heddle::report
