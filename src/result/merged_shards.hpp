// Joins the results of the shards of one search into one result with one guarantee.
#pragma once

#include <vector>

#include "core/result.hpp"
#include "result/run_result.hpp"

namespace heddle::result {

// A result and its file, for sentences.
struct NamedResult {
  std::string file;
  RunResult result;
};

// Returns the result of the whole search.  It is complete if all shards are there and finished, and
// explored parts of the same tree.  A shard that is missing or unfinished makes it incomplete.
// Results that do not belong together are refused.  REQUIRES: there is at least one.
Result<RunResult> merge_shards(std::vector<NamedResult> results);

}  // namespace heddle::result
