// One run of a study: the search, the program and the outcome.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::study {

struct Run {
  std::string subject;
  std::string configuration;
  std::uint64_t seed = 0;

  std::string verdict;  // "error", "complete", "incomplete"; "failed" when Heddle itself did
  bool found = false;   // an error of the program was found
  std::string kind;     // of the error: "deadlock"; empty when there is none
  std::string message;  // of the error; of a failure, what was said

  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t generated_states = 0;
  std::uint64_t revisits = 0;
  std::uint64_t executions = 0;
  std::uint64_t max_depth = 0;
  std::uint64_t error_depth = 0;  // 0 without an error
  std::uint64_t pruned = 0;
  double seconds = 0;
  std::uint64_t peak_rss = 0;  // bytes

  std::string options;   // in force, without the seed: "search=dfs:max-states=1000"
  std::string build_id;  // of the program
  std::string trace;     // path; empty when none was kept
  int exit_code = 0;     // of `heddle run`
  std::string json;      // the whole result; empty after a failure
  bool surplus = false;  // made beyond the point where its stop rule was met: does not count

  friend bool operator==(const Run&, const Run&) = default;
};

}  // namespace heddle::study
