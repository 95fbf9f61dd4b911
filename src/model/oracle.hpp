// Brute-force oracle: enumerates every schedule of a small program, with none of the search's code.
// Tests compare search results with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "core/schedule.hpp"
#include "core/verdict.hpp"
#include "model/program.hpp"
#include "model/trace_key.hpp"

namespace heddle::model {

struct OracleOptions {
  std::size_t max_schedules = 20'000;
  std::size_t max_depth = std::numeric_limits<std::size_t>::max();  // longer runs are broken off
};

struct CompleteRun {
  Schedule schedule;
  Verdict verdict = Verdict::running;  // running: broken off at max_depth
  std::size_t preemptions = 0;  // how often a thread that could go on, and did not yield, was left
  TraceKey trace;
  std::vector<std::uint64_t> final_state;
  std::string failure;  // "thread 1: ..."; empty unless failed
};

struct OracleCounts {
  std::size_t interleavings = 0;
  std::size_t traces = 0;
};

struct OracleResult {
  bool complete = true;           // false: there are more schedules than asked for
  std::vector<CompleteRun> runs;  // in lexicographic order of schedules

  std::set<TraceKey> traces() const;
  std::set<TraceKey> deadlock_traces() const;
  std::set<std::vector<std::uint64_t>> final_states() const;
  std::set<std::string> failures() const;
  // Counts the executions with at most so many preemptions.
  OracleCounts within(std::size_t preemptions) const;
};

OracleResult enumerate(const Program& program, const OracleOptions& options = {});

}  // namespace heddle::model
