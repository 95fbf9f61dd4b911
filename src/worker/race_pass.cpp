#include "worker/race_pass.hpp"

#include <cstdint>
#include <vector>

#include "monitors/race_watch.hpp"
#include "runtime/flags.hpp"
#include "worker/adopted_points.hpp"
#include "worker/lock_session.hpp"
#include "worker/publication.hpp"
#include "worker/race_session.hpp"
#include "worker/self_check.hpp"

namespace heddle::worker {

bool RacePass::run_before(const Phase& first) {
  if (options_.races == config::Races::ignore) return true;
  const Auxiliary::Use use(auxiliary_);
  system_.set_plain_points(first.points);
  const bool learns = first.points == native::PlainPoints::racing;
  native::StateKeeping keeping = without_states(options_);
  keeping.watches_blocks = state_keeping(first, options_).watches_blocks;
  system_.keep_states(keeping);
  for (int i = 0; i < (learns ? kMostLessons : 1); ++i) {
    publish_points(memory_);
    look_for_races(system_, options_.seed + static_cast<std::uint64_t>(i), auxiliary_);
    publish_threads(memory_);
    note_error();
    if (is_stuck(system_)) return false;
    explain();
    if (!learns || !adopt_what_is_shared()) break;
  }
  return true;
}

RacePass::Lesson RacePass::present_lesson() const {
  return {native::flags().plain_points, adoptions(), system_.states_wanted().reorders};
}

void RacePass::learn_what_is_shared() {
  // The same run would show the same, and to start the program may take long.
  if (learned_ == present_lesson() && !adopt_what_is_shared()) return;
  const Auxiliary::Use use(auxiliary_);
  for (int i = 0; i < kMostLessons && auxiliary_.has_left(); ++i) {
    publish_points(memory_);
    check_repeats(system_, options_.seed + static_cast<std::uint64_t>(i));
    if (is_stuck(system_)) return;
    explain();
    publish_threads(memory_);
    if (!adopt_what_is_shared()) {
      learned_ = present_lesson();
      return;
    }
  }
}

void RacePass::judge() {
  const Auxiliary::Use use(auxiliary_);
  judge_conflicts(system_, auxiliary_);
  explain();
}

void RacePass::explain() {
  explain_races(system_, auxiliary_);
  explain_lock_cycles(system_, auxiliary_);
}

const std::optional<FailedSchedule>& RacePass::error() {
  note_error();
  return error_;
}

// Called before further scheduling points are learned, which give a schedule another meaning.
void RacePass::note_error() {
  const std::vector<races::Race>& noted = native::noted_races();
  if (options_.races != config::Races::error || error_ || noted.empty()) return;
  const races::Race& race = noted.front();
  Failure failure;
  failure.kind = FailureKind::race;
  failure.message = native::race_sentence(race);
  failure.thread = race.later.thread;
  failure.stack = race.later_stack;
  error_ = {race.schedule, failure, current_context(system_)};
}

}  // namespace heddle::worker
