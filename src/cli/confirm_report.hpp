// The answers of `heddle confirm`, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/confirm_search.hpp"

namespace heddle::cli {

// The answer to one warning, in a few lines.
std::string answer_text(std::size_t number, const Confirmation& one);

// A table of all answers and their counts.
std::string summary_text(const std::vector<Confirmation>& answers);

// One JSON object with stable names.
std::string to_json(const std::string& program, const std::vector<Confirmation>& answers);

// 70 Heddle failed, 1 one warning was confirmed, 4 uncontrolled nondeterminism, 3 one warning is
// open, 0 all were refuted.
int exit_code(const std::vector<Confirmation>& answers);

}  // namespace heddle::cli
