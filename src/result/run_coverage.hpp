// The coverage of a run as data: its phases, what ended it, and the program.  The sentence and the
// verdict are derived from it, so they cannot disagree with it.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/search_coverage.hpp"

namespace heddle::result {

struct PhaseCoverage {
  std::string search_name;    // the search: "dfs", "rff"
  std::string points;         // scheduling points: "sync", "racing", "shared" or "all"
  bool is_hunt = false;       // beyond the promised coverage: does not affect the verdict
  bool raises_waits = false;  // repeats a covered phase with higher limits on waits
  // The bounds in force.
  std::optional<std::uint64_t> preemptions;
  std::optional<std::uint64_t> delays;
  std::optional<std::uint64_t> depth;
  // The limits on waits, if they left choices out or were raised.
  std::optional<std::uint64_t> early_timeouts;
  std::optional<std::uint64_t> spurious;
  SearchCoverage search;
  std::uint64_t errors = 0;                // that this phase found first
  bool unfinished_livelock_check = false;  // the time limit ended it
  std::string estimate;                    // of the schedules that are left; may be empty
  std::string refusal;                     // why there was no search; otherwise empty

  friend bool operator==(const PhaseCoverage&, const PhaseCoverage&) = default;
};

// Returns whether the phase covered everything within its bounds.
bool is_covered(const PhaseCoverage& phase);
// The same, and no bound left schedules out.
bool is_whole(const PhaseCoverage& phase);

// The program file that was explored.
struct ExploredProgram {
  std::string path;
  std::vector<std::string> arguments;
  std::string hash;  // of its content, hexadecimal; empty when unknown

  friend bool operator==(const ExploredProgram&, const ExploredProgram&) = default;
};

// The visited set that was written with --certificate.
struct CertificateFacts {
  std::string file;
  std::uint64_t count = 0;  // states
  std::string hash;         // of the sorted fingerprints, hexadecimal

  friend bool operator==(const CertificateFacts&, const CertificateFacts&) = default;
};

struct Coverage {
  std::vector<PhaseCoverage> phases;  // in their order
  std::uint64_t phases_left = 0;      // phases with a promise that were not run
  std::string stopped;                // why the run ended outside its phases; otherwise empty
  std::string before;                 // begins the sentence: of several searches
  std::vector<std::string> notes;     // end the sentence
  // The executions in which data races were looked for, if they are a sample of those that matter.
  std::uint64_t race_samples = 0;
  ExploredProgram program;
  std::optional<CertificateFacts> certificate;

  friend bool operator==(const Coverage&, const Coverage&) = default;
};

// Returns one sentence without a final stop: the coverage, or the progress of an unfinished search.
std::string coverage_text(const Coverage& coverage);

// Returns whether every phase with a promise kept it.
bool is_complete(const Coverage& coverage);

// Returns whether every phase with a promise kept it for its shard.
bool is_shard_complete(Coverage coverage);

// Returns whether the run ended by its budget of time, executions or states, or had nothing left to
// explore: it was not interrupted, and no process died.
bool ended_by_itself(const Coverage& coverage);

// Returns the last phase that affects the verdict; null when there is none.
const PhaseCoverage* last_promised(const Coverage& coverage);

// No schedule was left out with synchronisation, or with all shared memory, as scheduling points.
bool is_sync_done(const Coverage& coverage);
bool is_shared_done(const Coverage& coverage);

// `exceptions` are the parts that were not covered, one sentence each.
nlohmann::ordered_json to_json(const Coverage& coverage,
                               const std::vector<std::string>& exceptions);
// Parses the JSON.  Absent: the facts are malformed.
std::optional<Coverage> coverage_from_json(const nlohmann::ordered_json& json);

}  // namespace heddle::result
