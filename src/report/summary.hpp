// Summarizes a run for a person: the verdict, the coverage, the counts, and what was not covered.
#pragma once

#include <string>
#include <vector>

#include "report/text_report.hpp"
#include "result/run_result.hpp"

namespace heddle::report {

// Returns the verdict in one line, without colours: "no error found".
std::string verdict_text(const result::RunResult& result);

// Returns the sizes of the run, one text each: "54 states", "0.12 s".
std::vector<std::string> count_texts(const result::RunResult& result);

// Describes data races and lock orders.
std::string warnings_text(const result::RunResult& result);

std::string summary(const result::RunResult& result, const TextStyle& style);

}  // namespace heddle::report
