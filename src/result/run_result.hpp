// What one run of Heddle found, whichever process found it.  The JSON form is a contract: names are
// stable.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/failure.hpp"
#include "core/result.hpp"
#include "result/cut_loop.hpp"
#include "result/found_lock_cycle.hpp"
#include "result/found_race.hpp"
#include "result/not_seen.hpp"
#include "result/reported_race.hpp"

namespace heddle::result {

enum class RunVerdict : std::uint8_t { error, complete, incomplete };

struct FoundError {
  FailureKind kind = FailureKind::assertion;
  std::string message;
  std::string thread;    // "main", "thread 2"; empty when no single thread failed
  std::string location;  // "queue.cpp:41 in pop"; empty when unknown
  std::uint64_t depth = 0;
  // Of a livelock: the steps before the loop, and those in it.  Without a loop both are 0, and the
  // JSON has neither.
  std::uint64_t cycle_begin = 0;
  std::uint64_t cycle_length = 0;
  std::string trace = {};  // path of its own trace file, of a further error; else not in the JSON
};

// How many schedules there are; numbers beyond 1e308 are given as that.
struct ScheduleEstimate {
  double schedules = 0;
  double low = 0;
  double high = 0;
};

// One of several searches.
struct MemberResult {
  std::uint64_t seed = 0;
  RunVerdict verdict = RunVerdict::incomplete;
  std::uint64_t executions = 0;
  std::uint64_t states = 0;
  double seconds = 0;
  std::uint64_t peak_rss = 0;  // bytes
  std::string death;           // why its process died, when that was not the program's doing
};

struct RunResult {
  RunVerdict verdict = RunVerdict::incomplete;
  std::optional<FoundError> error;         // the first one
  std::vector<FoundError> further_errors;  // distinct ones, with --keep-going
  std::string coverage;  // one sentence: what was covered, or how far the search got
  std::map<std::string, std::string> search;  // every option in force
  std::uint64_t seed = 0;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t generated = 0;  // successors of the visited states
  std::uint64_t revisits = 0;
  // Guided search: the most locations that one execution observed in order.
  std::optional<std::uint64_t> locations_observed;
  std::uint64_t executions = 0;
  std::uint64_t auxiliary_executions =
      0;  // beside the search: for races, estimates, recordings, ...
  std::uint64_t max_depth = 0;
  std::uint64_t pruned = 0;
  std::uint64_t cut = 0;            // executions ended by the step limit
  std::optional<CutLoop> cut_loop;  // where the first of them was; without one, not in the JSON
  std::uint64_t nodes = 0;  // the most that a tree of executions held; without one, not in the JSON
  // Of a search without a memory of states that did not come to its end; otherwise the JSON has
  // none.
  std::optional<ScheduleEstimate> estimate;
  std::vector<ReportedRace> races;     // filled by who knows the source
  std::vector<FoundRace> found_races;  // the same as a worker tells them; not in the JSON
  std::uint64_t suppressed_races = 0;  // found, and not told
  // Deadlocks that could happen by the order of locks.
  std::vector<ReportedLockCycle> lock_order;
  std::vector<FoundLockCycle> found_lock_cycles;  // as a worker tells them; not in the JSON
  std::uint64_t suppressed_lock_orders = 0;
  std::vector<std::string> unwatched;  // what was not controlled or not seen, one sentence each
  NotSeen not_seen;                    // as a worker tells it; not in the JSON
  // Told by who knows the source; `unwatched` has them as sentences.
  std::vector<std::string> uninstrumented;  // code that ran unseen: "bump at plain.cpp:3"
  std::vector<std::string> weak_orders;     // operations: "relaxed load at queue.cpp:41 in pop"
  // Why a search that came to its end is not complete; empty otherwise.
  std::string reason;
  double seconds = 0;
  std::uint64_t peak_rss = 0;  // bytes; of several searches the largest
  // Of several searches; empty for a single one, and then the JSON has none of these.
  std::vector<MemberResult> members;
  std::uint64_t member = 0;        // whose error or coverage this is
  std::uint64_t peak_rss_sum = 0;  // bytes
  std::string trace;               // path of the trace file; empty when none was written
};

// 0 complete, 1 error, 3 incomplete, 4 divergence.
int exit_code(const RunResult& result);

// One JSON object, pretty-printed, with a final newline.
std::string to_json(const RunResult& result);
Result<RunResult> run_result_from_json(std::string_view text);

}  // namespace heddle::result
