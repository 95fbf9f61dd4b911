// The coverage of the phases that a run has completed.
#pragma once

#include <string>

#include "worker/phase_runner.hpp"
#include "worker/phases.hpp"

namespace heddle::worker {

class CoverageRecord {
 public:
  void add(const Phase& phase, const PhaseEnd& end);
  // Replaces the statement of a run that ended outside its phases, which is not complete.
  void stop(std::string statement);
  // Notes whether the phases that were not run promise something.
  void leave_out(bool only_hunts) { complete_ &= only_hunts; }

  // One sentence.
  std::string statement() const { return covered_ + hunted_; }
  bool complete() const { return complete_; }
  bool has_hunted() const { return !hunted_.empty(); }
  // No schedule was left out, with synchronisation as scheduling points.
  bool sync_is_done() const { return sync_is_done_; }
  // The same with accesses to shared memory as scheduling points.
  bool shared_is_done() const { return shared_is_done_; }
  // No race was missed, except those of weak memory orders.
  bool races_are_done() const { return races_are_done_; }

 private:
  std::string covered_;
  CoveredPhase last_covered_;
  std::string hunted_;
  bool complete_ = false;
  bool sync_is_done_ = false;
  bool shared_is_done_ = false;
  bool races_are_done_ = false;
};

}  // namespace heddle::worker
