// One search as a user starts it: `heddle run` on one of the programs below benchmarks/states.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::benchmarks {

struct SearchRun {
  double states = 0;
  double transitions = 0;
  double max_depth = 0;
  double seconds = 0;      // of the search, start of its process included
  double cpu_seconds = 0;  // of all processes: hardly disturbed by what else the machine does
  double peak_bytes = 0;
  std::string refusal;  // why there is no result; empty: there is one
};

// Options without --json and --quiet, which are added.
SearchRun run_search(const std::vector<std::string>& options, const std::string& program,
                     const std::vector<std::string>& arguments);

// The same program explored by naive/naive_engine.cpp; `points` are "sync" or "all".
struct NaiveRun {
  double states = 0;
  double transitions = 0;
  double seconds = 0;  // 0: it failed
};
NaiveRun run_naive(const std::string& points, const std::string& program,
                   const std::vector<std::string>& arguments);

}  // namespace heddle::benchmarks
