#include "worker/search_session.hpp"

#include <utility>

#include "runtime/wanted_library.hpp"
#include "system/divergence.hpp"
#include "system/interruption.hpp"
#include "worker/divergence_text.hpp"
#include "worker/explored_scope.hpp"
#include "worker/publication.hpp"
#include "worker/race_session.hpp"
#include "worker/result_builder.hpp"
#include "worker/self_check.hpp"
#include "worker/turns.hpp"

namespace heddle::worker {

SearchSession::SearchSession(native::NativeSystem& system, Recording& recording,
                             fleet::ChannelMemory& memory, const config::RunOptions& options,
                             SplitSession* split, CampaignSession* campaign)
    : system_(system),
      recording_(recording),
      memory_(memory),
      options_(options),
      split_(split),
      campaign_(campaign),
      auxiliary_(system, options, deadline_of(memory)),
      findings_(system, recording, memory, options),
      races_(system, memory, options, auxiliary_),
      phases_(system, memory, options, deadline_of(memory), auxiliary_, findings_, races_, split,
              campaign) {}

result::RunResult SearchSession::run() {
  try {
    search();
  } catch (const Interruption& interruption) {
    coverage_.stop(describe(interruption));
  } catch (const Divergence&) {
    // Maybe only between processes.
    if (split_ != nullptr) split_->give_up();
    throw;
  }
  memory_.reports = true;
  if (!system_.refusal().empty() || !refusal_.empty()) return {};
  ResultBuilder builder(system_, recording_, memory_, options_, auxiliary_, findings_);
  return builder.build(phases_, races_, coverage_);
}

// Runs everything that an interruption ends.
void SearchSession::search() {
  publish_points(memory_);
  system_.watch_races(race_watch_of(options_.races));
  system_.keep_states(without_states(options_));
  {
    const Auxiliary::Use use(auxiliary_);
    check_repeats(system_, options_.seed);
  }
  publish_threads(memory_);
  if (!system_.refusal().empty()) return;
  system_.restart();
  if (std::string sentence = unreached_start(system_, options_); !sentence.empty()) {
    return coverage_.stop(std::move(sentence));
  }
  Plan plan = make_plan(options_);
  // The first worker or shard alone goes on after the shared search.
  const bool is_later_shard = options_.shard && options_.shard->number > 1;
  if ((split_ != nullptr && !split_->is_first()) || is_later_shard) {
    for (Member& member : plan) {
      std::erase_if(member.phases,
                    [](const Phase& phase) { return phase.is_hunt || phase.raises_waits; });
    }
  }
  if (is_stuck(system_) || !races_.run_before(plan.front().phases.front())) return stop_stuck();
  // A process that begins again with a library saves itself then.
  if (campaign_ != nullptr && native::wanted_library().empty()) {
    refusal_ = campaign_->begin();
    if (!refusal_.empty()) return;
    phases_.take_deadline();
  }
  LockHunt locks(system_, memory_, options_, auxiliary_, findings_);
  Turns turns(std::move(plan), system_, options_, phases_, findings_, coverage_, locks);
  turns.run();
  if (split_ != nullptr) split_->finish();
  if (is_stuck(system_) && findings_.empty()) stop_stuck();
}

// Ends the run at a stuck execution: the search would wait as long for the next one.
void SearchSession::stop_stuck() {
  findings_.note_stuck();
  coverage_.stop("stopped at the first execution: it does not terminate");
}

}  // namespace heddle::worker
