// What a worker does, phase by phase, for what the user asked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/budget.hpp"
#include "core/result.hpp"
#include "options/run_options.hpp"
#include "search/recipe.hpp"
#include "search/search_options.hpp"

namespace heddle::worker {

enum class Kernel : std::uint8_t { depth_first, context_bounded, random_walk };

struct Phase {
  Kernel kernel = Kernel::depth_first;
  search::SearchOptions search;
  bool plain_points = false;  // plain memory accesses are scheduling points
  // A hunt looks for errors beyond what the run promises to cover: it has a small budget of its
  // own, and whether it comes to its end does not matter for the verdict.
  bool is_hunt = false;
  std::uint64_t max_executions = kUnlimited;
};

// `auto` covers the schedules of synchronisation and atomic operations, those with few preemptions
// first, so that an error is found in its simplest form; between, it hunts among the schedules of
// all memory accesses.
std::vector<Phase> make_plan(const options::RunOptions& options);

Result<search::Recipe> make_recipe(const Phase& phase);

// For the status line: "at most 2 preemptions, all accesses".
std::string to_text(const Phase& phase);

}  // namespace heddle::worker
