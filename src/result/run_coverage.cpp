#include "result/run_coverage.hpp"

#include <algorithm>

#include "core/number_text.hpp"

namespace heddle::result {
namespace {

bool watches_plain_accesses(const PhaseCoverage& phase) {
  return phase.points == "shared" || phase.points == "all";
}

std::string phase_text(const PhaseCoverage& phase) {
  if (!phase.refusal.empty()) return phase.refusal;
  std::string text = coverage_text(phase.search);
  if (!phase.estimate.empty()) text += "; " + phase.estimate;
  if (phase.unfinished_livelock_check) text += "; the time limit ended the livelock check";
  if (const std::string doubt = omission_text(phase.search); !doubt.empty()) text += "; " + doubt;
  return text;
}

// Adds the last complete phase to an unfinished one: "; bound 0 was complete".
std::string last_complete_text(const PhaseCoverage* last, const PhaseCoverage& unfinished) {
  if (last == nullptr) return "";
  if (!last->preemptions || unfinished.depth || unfinished.delays) {
    return "; before that, " + phase_text(*last);
  }
  return (unfinished.preemptions ? "; bound " : "; preemption bound ") +
         std::to_string(*last->preemptions) + " was complete";
}

// Returns the text of the phases that affect the verdict.
std::string promised_text(const Coverage& coverage) {
  std::string text;
  const PhaseCoverage* last = nullptr;
  for (const PhaseCoverage& phase : coverage.phases) {
    if (phase.is_hunt) continue;
    text = phase_text(phase);
    if (!is_covered(phase)) text += last_complete_text(last, phase);
    if (is_covered(phase)) last = &phase;
  }
  return text;
}

std::string hunt_text(const Coverage& coverage) {
  const auto hunt = std::find_if(
      coverage.phases.rbegin(), coverage.phases.rend(), [](const PhaseCoverage& phase) {
        return phase.is_hunt && phase.search.takes_all && !phase.raises_waits;
      });
  if (hunt == coverage.phases.rend()) return "";
  return "; with every shared-memory access as a scheduling point: " + phase_text(*hunt);
}

// Returns the text of an unfinished search beyond the limits on waits.
std::string raised_text(const Coverage& coverage) {
  const auto raised =
      std::find_if(coverage.phases.rbegin(), coverage.phases.rend(),
                   [](const PhaseCoverage& phase) { return phase.is_hunt && phase.raises_waits; });
  if (raised == coverage.phases.rend()) return "";
  return "; with more early timeouts and spurious wake-ups: " + phase_text(*raised);
}

// Returns the text of the samplers beside the other searches: "; 1,204 schedules were sampled at
// random (rff 400, surw 804)".
std::string samples_text(const Coverage& coverage) {
  std::uint64_t sum = 0;
  std::string each;
  for (const PhaseCoverage& phase : coverage.phases) {
    if (!phase.is_hunt || phase.search.takes_all) continue;
    sum += phase.search.executions;
    each += (each.empty() ? "" : ", ") + phase.search_name + ' ' + grouped(phase.search.executions);
  }
  if (each.empty()) return "";
  return "; " + grouped(sum) + (sum == 1 ? " schedule was" : " schedules were") +
         " sampled at random (" + each + ')';
}

}  // namespace

bool is_covered(const PhaseCoverage& phase) {
  return phase.refusal.empty() && !phase.unfinished_livelock_check && is_covered(phase.search);
}

bool is_whole(const PhaseCoverage& phase) { return is_covered(phase) && !is_bounded(phase.search); }

std::string coverage_text(const Coverage& coverage) {
  std::string text = coverage.before;
  text += coverage.stopped.empty() ? promised_text(coverage) : coverage.stopped;
  text += raised_text(coverage);
  text += hunt_text(coverage);
  text += samples_text(coverage);
  for (const std::string& note : coverage.notes) text += "; " + note;
  return text;
}

const PhaseCoverage* last_promised(const Coverage& coverage) {
  const auto last = std::find_if(coverage.phases.rbegin(), coverage.phases.rend(),
                                 [](const PhaseCoverage& phase) { return !phase.is_hunt; });
  return last == coverage.phases.rend() ? nullptr : &*last;
}

bool is_complete(const Coverage& coverage) {
  const PhaseCoverage* const last = last_promised(coverage);
  if (last == nullptr || !coverage.stopped.empty() || !is_covered(*last)) return false;
  return coverage.phases_left == 0 || is_sync_done(coverage);
}

bool is_shard_complete(Coverage coverage) {
  for (PhaseCoverage& phase : coverage.phases) phase.search.shards = 0;
  return is_complete(coverage);
}

bool ended_by_itself(const Coverage& coverage) {
  if (!coverage.stopped.empty()) return false;
  return !coverage.phases.empty() &&
         std::all_of(coverage.phases.begin(), coverage.phases.end(), [](const PhaseCoverage& one) {
           return one.search.end == SearchEnd::exhausted || one.search.end == SearchEnd::budget ||
                  one.search.end == SearchEnd::time_limit;
         });
}

bool is_sync_done(const Coverage& coverage) {
  return std::any_of(coverage.phases.begin(), coverage.phases.end(),
                     [](const PhaseCoverage& phase) {
                       return !phase.is_hunt && !watches_plain_accesses(phase) && is_whole(phase);
                     });
}

bool is_shared_done(const Coverage& coverage) {
  return std::any_of(
      coverage.phases.begin(), coverage.phases.end(),
      [](const PhaseCoverage& phase) { return watches_plain_accesses(phase) && is_whole(phase); });
}

}  // namespace heddle::result
