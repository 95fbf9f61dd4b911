// The result of one run of Heddle, whichever process produced it.  The JSON form is a stable
// contract: names do not change.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/failure.hpp"
#include "core/result.hpp"
#include "result/certificate.hpp"
#include "result/cut_loop.hpp"
#include "result/explored_tree.hpp"
#include "result/found_lock_cycle.hpp"
#include "result/found_race.hpp"
#include "result/not_seen.hpp"
#include "result/run_coverage.hpp"

namespace heddle::result {

enum class RunVerdict : std::uint8_t { error, complete, incomplete };

struct FoundError {
  FailureKind kind = FailureKind::assertion;
  std::string message;
  std::string thread;    // "main", "thread 2"; empty when no single thread failed
  std::string location;  // "queue.cpp:41 in pop"; empty when unknown
  std::uint64_t depth = 0;
  // For a livelock: the number of steps before the loop, and in it.  Without a loop both are 0, and
  // the JSON omits them.
  std::uint64_t cycle_begin = 0;
  std::uint64_t cycle_length = 0;
  // Time ended the simplification of the schedule; otherwise not in the JSON.
  bool is_simplification_cut = false;
  std::string trace = {};      // own trace file of a further error; otherwise not in the JSON
  std::uint64_t identity = 0;  // see core/error_identity.hpp; 0: not known, and not in the JSON
};

// Returns whether the errors are the same one.
bool is_same(const FoundError& a, const FoundError& b);

// The estimated number of schedules; numbers beyond 1e308 are given as 1e308.
struct ScheduleEstimate {
  double schedules = 0;
  double low = 0;
  double high = 0;
};

// The size of an execution tree over a search: the i-th number of nodes is that after
// (i + 1) * interval executions.
struct TreeSizes {
  std::uint64_t interval = 0;
  std::vector<std::uint64_t> nodes;
};

// The result of one of several searches.
struct MemberResult {
  std::uint64_t seed = 0;
  RunVerdict verdict = RunVerdict::incomplete;
  std::uint64_t executions = 0;
  std::uint64_t states = 0;
  double seconds = 0;
  std::uint64_t peak_rss = 0;  // bytes
  std::string death;           // why its process died, unless the program caused it
};

// The part of a search that a result is about.
struct ShardResult {
  std::uint64_t number = 0;  // from 1
  std::uint64_t count = 0;
  bool is_finished = false;  // it covered everything within its bounds
  // Identifies the scheduling points that the search learned.  Shards with different points
  // explored parts of different trees.
  std::string points_hash;
  std::uint64_t seed = 0;  // of the whole search
  std::string version;     // of Heddle

  friend bool operator==(const ShardResult&, const ShardResult&) = default;
};

// The most that the end of an execution left behind.
struct LeakCounts {
  std::uint64_t blocks = 0;   // of the heap, to which no pointer leads
  std::uint64_t bytes = 0;    // of these
  std::uint64_t threads = 0;  // that have ended and were neither joined nor detached

  friend bool operator==(const LeakCounts&, const LeakCounts&) = default;
};

// Adds the counts of another search of the program.
void add(LeakCounts& into, const LeakCounts& more);

// The messages between the ranks of a search that they share, and what they were for.
struct RankTraffic {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t claims = 0;   // questions whether a state is new
  std::uint64_t batches = 0;  // of claims, one message each
  std::uint64_t known = 0;    // claims of states that another worker had claimed
  std::uint64_t mails = 0;    // branches that a worker gave to another one

  RankTraffic& operator+=(const RankTraffic& more);
  friend bool operator==(const RankTraffic&, const RankTraffic&) = default;
};

struct RunResult {
  RunVerdict verdict = RunVerdict::incomplete;
  std::optional<FoundError> error;         // the first one
  std::vector<FoundError> further_errors;  // distinct ones, with --keep-going
  Coverage coverage;                       // the JSON has its sentence, and the facts
  std::string visited;  // the states as a certificate lists them, if one is wanted; not in the JSON
  std::map<std::string, std::string> search;  // every option in force
  std::uint64_t seed = 0;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t executed_steps = 0;  // transitions, and steps repeated to return to a state
  std::uint64_t generated = 0;       // successors of the visited states
  std::uint64_t revisits = 0;
  // Guided search: the most locations that one execution observed in order.
  std::optional<std::uint64_t> locations_observed;
  std::uint64_t executions = 0;
  std::uint64_t auxiliary_executions = 0;  // outside the search: races, estimates, recordings, ...
  std::uint64_t max_depth = 0;
  std::uint64_t threads = 0;  // the most in one execution, including main; 0: not in the JSON
  std::uint64_t threads_at_once = 0;  // the most that were alive together
  std::uint64_t pruned = 0;
  std::uint64_t cut = 0;            // executions ended by the step limit
  std::optional<CutLoop> cut_loop;  // location of the first one; absent: not in the JSON
  std::uint64_t nodes = 0;          // largest size of the execution tree; 0: not in the JSON
  TreeSizes tree;                   // the execution tree over the search; empty: not in the JSON
  ExploredTree explored_tree;       // by depth; empty: not in the JSON
  std::uint64_t restarts = 0;       // of a randomized search; 0: not in the JSON
  // Present for an unfinished search that stores no visited states; otherwise the JSON omits it.
  std::optional<ScheduleEstimate> estimate;
  std::vector<FoundRace> races;        // the command adds source locations
  std::uint64_t suppressed_races = 0;  // found and suppressed
  // Potential deadlocks by lock order; the command adds names, without which the JSON omits them.
  std::vector<FoundLockCycle> lock_order;
  std::uint64_t suppressed_lock_orders = 0;
  LeakCounts leaks;                    // counted with --leaks report
  std::vector<std::string> unwatched;  // parts not controlled or not observed, one sentence each
  NotSeen not_seen;                    // as a worker reports it; not in the JSON
  // Filled by the command, with source locations; `unwatched` lists them as sentences.
  std::vector<std::string> uninstrumented;  // code that ran unobserved: "bump at plain.cpp:3"
  std::vector<std::string> weak_orders;     // operations: "relaxed load at queue.cpp:41 in pop"
  // The accesses to plain variables that were explored: "as written" in the source, "as compiled"
  // by an optimiser that removes some, or "unknown"; empty for models.
  std::string accesses;
  // The reason why a finished search is not complete; otherwise empty.
  std::string reason;
  double seconds = 0;
  std::uint64_t peak_rss = 0;  // bytes; the largest of several searches
  // For several searches; otherwise empty, and the JSON omits these fields.
  std::vector<MemberResult> members;
  std::uint64_t member = 0;            // the member whose error or coverage this is
  std::uint64_t peak_rss_sum = 0;      // bytes
  bool split = false;                  // the members shared one search
  std::optional<RankTraffic> traffic;  // absent: no other rank, and not in the JSON
  std::optional<ShardResult> shard;    // absent: the whole search, and not in the JSON
  // Merged shards: several of them may have counted the same state.
  bool states_are_at_most = false;
  std::string trace;  // path of the trace file; empty when none was written
};

// Returns the verdict as in the JSON: "complete".
std::string_view key(RunVerdict verdict);

// Returns whether data races fail a run that found no error (--fail-on race).
bool fails_by_races(const RunResult& result);

// Returns whether an incomplete result is a success (--allow-incomplete): the search ended by its
// budget, or finished without complete coverage.  One that was interrupted, died or completed no
// execution is none.
bool is_accepted(const RunResult& result);

// Returns 0 for complete or accepted, 1 for an error or races that fail, 3 for incomplete, 4 for
// divergence.
int exit_code(const RunResult& result);

// Returns one JSON object, pretty-printed, with a final newline.
std::string to_json(const RunResult& result);
Result<RunResult> run_result_from_json(std::string_view text);

}  // namespace heddle::result
