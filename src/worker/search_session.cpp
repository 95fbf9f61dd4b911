#include "worker/search_session.hpp"

#include <algorithm>
#include <utility>

#include "system/interruption.hpp"
#include "worker/divergence_text.hpp"
#include "worker/publication.hpp"
#include "worker/race_session.hpp"
#include "worker/result_builder.hpp"
#include "worker/self_check.hpp"

namespace heddle::worker {

SearchSession::SearchSession(native::NativeSystem& system, Recording& recording,
                             fleet::ChannelMemory& memory, const config::RunOptions& options)
    : system_(system),
      recording_(recording),
      memory_(memory),
      options_(options),
      auxiliary_(system, options, deadline_of(memory)),
      findings_(system, recording, memory, options),
      races_(system, memory, options, auxiliary_),
      phases_(system, memory, options, deadline_of(memory), auxiliary_, findings_, races_) {}

result::RunResult SearchSession::run() {
  try {
    search();
  } catch (const Interruption& interruption) {
    coverage_.stop(describe(interruption));
  }
  memory_.reports = true;
  if (!system_.refusal().empty()) return {};
  ResultBuilder builder(system_, recording_, memory_, options_, auxiliary_, findings_);
  return builder.build(phases_, races_, coverage_);
}

// Runs everything that an interruption ends.
void SearchSession::search() {
  publish_points(memory_);
  system_.watch_races(race_watch_of(options_.races));
  {
    const Auxiliary::Use use(auxiliary_);
    check_repeats(system_, options_.seed);
  }
  publish_threads(memory_);
  if (!system_.refusal().empty()) return;
  const std::vector<Phase> plan = make_plan(options_);
  auto phase = plan.begin();
  if (is_stuck(system_) || !races_.run_before(plan.front())) {
    stop_stuck();
  } else {
    while (phase != plan.end() && run_phase(*phase)) ++phase;
  }
  // A search that is interrupted in a hunt may have more to cover.
  if (phase != plan.end()) {
    coverage_.leave_out(
        static_cast<std::uint64_t>(std::count_if(phase + 1, plan.end(), [](const Phase& left) {
          return !left.is_hunt && !left.is_restart;
        })));
  }
}

// Ends the run at a stuck execution: the search would wait as long for the next one.
void SearchSession::stop_stuck() {
  findings_.note_stuck();
  coverage_.stop("stopped at the first execution: it does not terminate");
}

// Returns false when the run is over.
bool SearchSession::run_phase(const Phase& phase) {
  if (!phase.watches_plain_accesses() && result::is_sync_done(coverage_.coverage())) return true;
  if (phase.is_restart && result::is_complete(coverage_.coverage())) return true;
  publish_phase(memory_, to_text(phase));
  system_.keep_states(state_keeping(phase, options_));
  system_.set_plain_points(phase.points);
  if (phase.watches_plain_accesses()) races_.learn_what_is_shared();
  if (is_stuck(system_)) {
    stop_stuck();
    return false;
  }
  PhaseEnd phase_end = phases_.run(phase);
  const search::End end = phase_end.end;
  coverage_.add(std::move(phase_end));
  if (!findings_.empty() && !options_.keep_going) return false;
  if (!system_.refusal().empty() || end == search::End::interrupted) return false;
  return phase.is_hunt || end == search::End::exhausted;
}

}  // namespace heddle::worker
