#include "worker/coverage_record.hpp"

#include <utility>

#include "monitors/block_races.hpp"

namespace heddle::worker {

void CoverageRecord::add(const Phase& phase, const PhaseEnd& end) {
  const bool is_whole = end.covered && !end.left_out;
  if (phase.watches_plain_accesses() && is_whole) shared_is_done_ = true;
  races_are_done_ |= end.met_races && !native::block_races_were_cut();
  if (phase.is_hunt) {
    hunted_ = "; with every shared-memory access as a scheduling point: " + end.statement;
    return;
  }
  // An unfinished phase is reported together with the last complete one.
  covered_ = end.covered ? end.statement : end.statement + last_complete(last_covered_, phase);
  if (end.covered) last_covered_ = {end.statement, phase.search.bound.preemptions};
  complete_ = end.covered;
  if (is_whole && !phase.watches_plain_accesses()) sync_is_done_ = true;
}

void CoverageRecord::stop(std::string statement) {
  complete_ = false;
  covered_ = std::move(statement);
}

}  // namespace heddle::worker
