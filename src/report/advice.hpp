// Advice for a search that did not finish, made from what it measured.
#pragma once

#include <string>
#include <vector>

#include "result/run_result.hpp"

namespace heddle::report {

// Returns one sentence for each measured reason why the search is incomplete, the most important
// one first; empty for a complete search and for an error.
std::vector<std::string> advice_for(const result::RunResult& result);

}  // namespace heddle::report
