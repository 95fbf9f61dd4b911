#include "worker/coverage_record.hpp"

#include <algorithm>
#include <utility>

#include "monitors/block_races.hpp"

namespace heddle::worker {

void CoverageRecord::add(PhaseEnd end) {
  // Beyond the limits of waits that were covered, a search promises nothing before it ends.
  if (end.coverage.raises_waits) end.coverage.is_hunt = !result::is_covered(end.coverage);
  const bool was_cut = native::block_races_were_cut();
  races_are_done_ |= end.met_races && !was_cut;
  if (!end.coverage.is_hunt) races_are_known_ = end.knows_races && !was_cut;
  if (!end.coverage.is_hunt) visited_ = std::move(end.visited);
  coverage_.phases.push_back(std::move(end.coverage));
}

bool CoverageRecord::has_hunted() const {
  return std::any_of(coverage_.phases.begin(), coverage_.phases.end(),
                     [](const result::PhaseCoverage& phase) {
                       return phase.is_hunt && phase.search.takes_all && !phase.raises_waits;
                     });
}

}  // namespace heddle::worker
