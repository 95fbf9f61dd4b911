#include "fleet/complete_result.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "config/option_value_text.hpp"
#include "fleet/member.hpp"

namespace heddle::fleet {
namespace {

// Stores the options of the whole run, where those of the members differ.
void tell_options(result::RunResult& result, const config::RunOptions& options,
                  std::uint64_t jobs) {
  if (result.search.empty()) return;
  result.search["jobs"] = std::to_string(jobs);
  const std::uint64_t limit = memory_limit(options);
  result.search["max-memory"] = limit == 0 ? "none" : config::size_text(limit);
}

std::string_view doubt(const result::NotSeen& not_seen) {
  if (result::leaves_out_steps(not_seen)) {
    return "a thread stayed in a loop that reads memory which Heddle does not observe (see \"not "
           "covered\"); use std::atomic and compile the code with `heddle c++`";
  }
  if (result::has_unseen_accesses(not_seen)) {
    return "uninstrumented code accesses memory; compile it with `heddle c++`";
  }
  if (!not_seen.calls.empty()) {
    return "functions of the C++ library may access memory that threads share, and Heddle does not "
           "observe them (see \"not covered\"); do without them";
  }
  return "the program uses memory, functions or instructions that Heddle does not control (see "
         "\"not covered\"); do without them";
}

// Downgrades the verdict: a finished search visited every state, but did not observe the accesses
// of uninstrumented code.
void doubt_unseen_code(result::RunResult& result, const config::RunOptions& options) {
  const bool is_finished = result.verdict == result::RunVerdict::complete ||
                           (result.shard && result.shard->is_finished && !result.error);
  const bool is_certain = result::leaves_out_steps(result.not_seen);
  if (!is_finished || (options.trust_uninstrumented && !is_certain)) return;
  if (!result::is_in_doubt(result.not_seen)) return;
  result.verdict = result::RunVerdict::incomplete;
  if (result.shard) result.shard->is_finished = false;
  result.reason = doubt(result.not_seen);
  if (!is_certain) result.reason += ", or accept that with --trust-uninstrumented";
}

}  // namespace

void complete_result(result::RunResult& result, const config::RunOptions& options,
                     std::uint64_t jobs) {
  doubt_unseen_code(result, options);
  tell_options(result, options, jobs);
}

}  // namespace heddle::fleet
