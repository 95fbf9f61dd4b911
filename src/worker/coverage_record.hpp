// The coverage of the phases that a run has completed.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "result/run_coverage.hpp"
#include "worker/phase_runner.hpp"

namespace heddle::worker {

class CoverageRecord {
 public:
  void add(PhaseEnd end);
  // Notes why the run ended outside its phases.  It is not complete then.
  void stop(std::string reason) { coverage_.stopped = std::move(reason); }
  // Notes how many phases with a promise were not run.
  void leave_out(std::uint64_t phases) { coverage_.phases_left = phases; }

  const result::Coverage& coverage() const { return coverage_; }
  // The states of the last phase with a promise, if a certificate is wanted.
  const std::vector<Fingerprint>& visited() const { return visited_; }
  bool has_hunted() const;
  // No race was missed, except those of weak memory orders.
  bool races_are_done() const { return races_are_done_; }
  // No race was missed in the last search that keeps the promise.
  bool races_are_known() const { return races_are_known_; }

 private:
  result::Coverage coverage_;
  std::vector<Fingerprint> visited_;
  bool races_are_done_ = false;
  bool races_are_known_ = false;
};

}  // namespace heddle::worker
