// Derives the claims of a result again from its recorded facts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/run_options.hpp"
#include "core/result.hpp"
#include "result/run_result.hpp"

namespace heddle::cli {

struct CheckedCoverage {
  result::RunResult result;
  config::RunOptions options;            // as recorded
  std::vector<std::string> differences;  // claims that do not follow, one sentence each
};

// Checks the JSON of `heddle run`.  An Error means that it is not a result with coverage facts.
Result<CheckedCoverage> check_coverage(std::string_view json);

}  // namespace heddle::cli
