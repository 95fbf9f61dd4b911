#include "worker/result_builder.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

#include "config/option_table.hpp"
#include "core/error_identity.hpp"
#include "runtime/child_place.hpp"
#include "runtime/endless_step.hpp"
#include "runtime/root.hpp"
#include "system/interruption.hpp"
#include "worker/explored_scope.hpp"
#include "worker/lock_session.hpp"
#include "worker/not_seen_survey.hpp"
#include "worker/ordering.hpp"
#include "worker/publication.hpp"
#include "worker/race_session.hpp"
#include "worker/simplify.hpp"
#include "worker/unwatched.hpp"

namespace heddle::worker {
namespace {

// An error may be found where an execution goes on after the step limit, see cut_judge.hpp: its
// schedule is followed to the end.
class ReachedEnd {
 public:
  ReachedEnd(native::NativeSystem& system, const config::RunOptions& options,
             const Schedule& schedule)
      : system_(system), limit_(options.max_steps) {
    system_.set_step_limit(std::max<std::uint64_t>(limit_, schedule.size() + 1));
  }
  ~ReachedEnd() { system_.set_step_limit(limit_); }
  ReachedEnd(const ReachedEnd&) = delete;
  ReachedEnd& operator=(const ReachedEnd&) = delete;

 private:
  native::NativeSystem& system_;
  std::uint64_t limit_;
};

}  // namespace

result::RunResult ResultBuilder::build(PhaseRunner& phases, RacePass& races,
                                       const CoverageRecord& coverage) {
  take_counts(phases);
  result_.coverage = coverage.coverage();
  for (std::string& note : scope_notes(options_)) {
    result_.coverage.notes.push_back(std::move(note));
  }
  result_.visited = result::visited_text(coverage.visited());
  result_.unwatched =
      unwatched(options_, {result::is_shared_done(result_.coverage), coverage.races_are_done(),
                           coverage.races_are_known(), coverage.has_hunted(), cut_by_promise(),
                           has_broken_step(), result::last_promised(result_.coverage),
                           phases.watched_executions()});
  const native::WatchedExecutions watched = phases.watched_executions();
  if (watched.passed > 0 && !coverage.races_are_known()) {
    result_.coverage.race_samples = watched.watched;
  }
  result_.not_seen = not_seen(recording_);
  result_.races = found_races(recording_);
  const native::Leaks& leaks = system_.leaks();
  result_.leaks = {leaks.blocks, leaks.bytes, leaks.threads};
  result_.verdict = result::is_complete(result_.coverage) ? result::RunVerdict::complete
                                                          : result::RunVerdict::incomplete;
  if (options_.shard) result_.shard = shard_of(phases);
  take_race(races);
  if (!findings_.empty()) {
    record_errors();
  } else if (cut_by_promise() > 0 && system_.refusal().empty()) {
    const Auxiliary::Use use(auxiliary_);
    result_.cut_loop = phases.cut_judge().loop(recording_);
  }
  // After a search that left nothing out, a deadlock that did not happen cannot.
  if (!result::is_sync_done(result_.coverage) || native::flags().has_scope) {
    result_.lock_order = found_lock_cycles(recording_, waited_for_);
  }
  result_.auxiliary_executions = auxiliary_.executions();
  return std::move(result_);
}

bool ResultBuilder::has_broken_step() const {
  return std::any_of(findings_.all().begin(), findings_.all().end(),
                     [](const FailedSchedule& found) {
                       const Failure& failure = found.failure;
                       return failure.kind == FailureKind::crash ||
                              (failure.kind == FailureKind::livelock && !failure.cycle_begin &&
                               failure.message != native::kEndlessStep);
                     });
}

// Returns the number of cut executions, except those that had more early timeouts and spurious
// wake-ups than the result covers.
std::uint64_t ResultBuilder::cut_by_promise() const {
  std::uint64_t cut = result_.cut;
  for (const result::PhaseCoverage& phase : result_.coverage.phases) {
    if (phase.raises_waits && phase.is_hunt) cut -= std::min(cut, phase.search.cut);
  }
  return cut;
}

result::ShardResult ResultBuilder::shard_of(const PhaseRunner& phases) const {
  result::ShardResult shard;
  shard.number = options_.shard->number;
  shard.count = options_.shard->count;
  shard.is_finished = result::is_shard_complete(result_.coverage);
  std::string points;
  for (const std::string& cell : phases.points_of_shard()) points += cell + '\n';
  shard.points_hash = result::hash_text(points);
  return shard;
}

void ResultBuilder::take_counts(const PhaseRunner& phases) {
  const search::Tally& total = phases.total();
  result_.search = config::to_map(config::with_chosen_states(options_));
  result_.seed = options_.seed;
  result_.executions = total.executions;
  result_.states = total.states;
  result_.transitions = total.transitions;
  const search::Tally own = phases.own_total();
  result_.executed_steps = own.transitions + own.repeated_steps + system_.steps_executed_again();
  result_.generated = total.generated;
  result_.revisits = total.revisits;
  result_.locations_observed = phases.locations_observed();
  result_.max_depth = total.max_depth;
  result_.pruned = total.pruned;
  result_.cut = total.cut;
  result_.nodes = total.nodes;
  result_.tree = phases.tree();
  result_.explored_tree = phases.explored_tree();
  result_.restarts = total.restarts;
  result_.threads = native::thread_paths().size();
  result_.threads_at_once = native::most_threads_alive();
  result_.estimate = phases.estimate();
}

// A race that a random execution met is an error if the search found no other.
void ResultBuilder::take_race(RacePass& races) {
  const std::optional<FailedSchedule>& race = races.error();
  if (!race || !findings_.empty()) return;
  restore(race->context, system_);
  findings_.note(*race);
}

void ResultBuilder::record_errors() {
  const Auxiliary::Use use(auxiliary_);
  const std::vector<FailedSchedule>& found = findings_.all();
  // The searches of `auto` that draw no schedules begin with the simplest ones.
  const bool is_simple = options_.search == config::Search::auto_ && !found.front().is_drawn;
  const bool is_endless = found.front().failure.cycle_begin || found.front().has_no_end;
  result_.verdict = result::RunVerdict::error;
  const auto error_of = [](const FailedSchedule& one) {
    result::FoundError error{one.failure.kind, one.failure.message, "", "", one.schedule.size()};
    error.identity = error_identity(one.failure);
    return error;
  };
  result_.error = error_of(found.front());
  std::transform(found.begin() + 1, found.end(), std::back_inserter(result_.further_errors),
                 error_of);
  try {
    const ReachedEnd reached(system_, options_, found.front().schedule);
    if (!options_.no_simplify && !is_simple && !is_endless) simplify_first();
    if (!options_.no_simplify && !is_endless) find_orders();
    result_.error = error_of(found.front());
    publish_phase(memory_, "recording the error");
    if (!record(found.front())) {
      // Although every step was repeated: something outside the schedule decides.
      result_.error->kind = FailureKind::divergence;
      result_.error->message =
          "the error did not reproduce under the same schedule: " + result_.error->message;
      return;
    }
    if (result_.error->kind == FailureKind::deadlock) waited_for_ = waited_for(system_);
  } catch (const Interruption&) {
    return;
  }
  // The others are outlined already.
  try {
    for (std::size_t i = 1; i < found.size() && auxiliary_.has_left(); ++i) record(found[i]);
  } catch (const std::runtime_error&) {  // Interruption, or Divergence: the outline is left
  }
}

// Fewer preemptions are easier to read.
void ResultBuilder::simplify_first() {
  restore(findings_.first().context, system_);
  publish_points(memory_);
  SimplifyBudget budget(auxiliary_, options_.simplify_time, memory_.stop);
  findings_.first() = simplest(system_, findings_.first(), budget);
  findings_.first().failure.is_simplification_cut = budget.is_cut();
}

void ResultBuilder::find_orders() {
  FailedSchedule& first = findings_.first();
  if (first.failure.cycle_begin || !auxiliary_.has_left()) return;
  SimplifyBudget budget(auxiliary_, options_.simplify_time, memory_.stop);
  restore(first.context, system_);
  publish_phase(memory_, "finding the orders that the error needs");
  first.failure.orders = necessary_orders(system_, first, budget);
  first.failure.is_simplification_cut |= budget.is_cut();
}

// Returns whether the error reproduced.
bool ResultBuilder::record(const FailedSchedule& found) {
  restore(found.context, system_);
  publish_points(memory_);
  const bool is_loop = found.failure.cycle_begin.has_value();
  if (is_loop) {
    const bool reorders = system_.states_kept().reorders;
    system_.keep_states({.compares = true, .reorders = reorders});
  }
  recording_.run(found.schedule, nullptr, need_not_end(found.failure) ? &found.failure : nullptr,
                 found.failure);
  const Verdict verdict = system_.view().verdict;
  return verdict == Verdict::failed || verdict == Verdict::deadlock;
}

}  // namespace heddle::worker
