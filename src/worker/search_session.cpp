#include "worker/search_session.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "config/option_table.hpp"
#include "fleet/member.hpp"
#include "monitors/block_races.hpp"
#include "monitors/foreign_stack_uses.hpp"
#include "runtime/flags.hpp"
#include "search/engine/coverage.hpp"
#include "search/engine/estimate_schedules.hpp"
#include "search/liveness/find_livelock.hpp"
#include "search/recipes/catalogue.hpp"
#include "search/recipes/guided_recipe.hpp"
#include "system/interruption.hpp"
#include "worker/adopted_points.hpp"
#include "worker/divergence_text.hpp"
#include "worker/livelock_pass.hpp"
#include "worker/not_seen_survey.hpp"
#include "worker/publication.hpp"
#include "worker/race_session.hpp"
#include "worker/self_check.hpp"
#include "worker/simplify.hpp"
#include "worker/unwatched.hpp"

namespace heddle::worker {
namespace {

// Random runs that look for shared memory before a search: the search itself finds the rest.
constexpr int kMostLessons = 8;

// How much an estimate of what is left is worth: not in time, so that one seed has one result,
// unless the time is over.
constexpr std::uint64_t kEstimateExecutions = 500;
constexpr std::uint64_t kEstimateStates = 100'000;
constexpr std::chrono::milliseconds kEstimateTime{300};

}  // namespace

// Keeps the channel's counters up to date, and collects failures.
class SearchSession::Observer : public search::SearchObserver {
 public:
  explicit Observer(SearchSession& session) : session_(session) {}

  void execution_ended(const search::Tally& tally) override {
    goes_on(tally);
    publish_threads(session_.memory_);
  }

  void goes_on(const search::Tally& tally) override {
    fleet::ChannelMemory& memory = session_.memory_;
    const search::Tally& total = session_.total_;
    constexpr auto relaxed = std::memory_order_relaxed;
    memory.executions.store(total.executions + tally.executions, relaxed);
    memory.states.store(total.states + tally.states, relaxed);
    memory.transitions.store(total.transitions + tally.transitions, relaxed);
    memory.max_depth.store(std::max(total.max_depth, tally.max_depth), relaxed);
  }

  bool failed(const search::Path& path, const Failure& failure) override {
    if (session_.is_new(failure)) {
      session_.note({path.schedule(), failure, current_context(session_.system_),
                     is_stuck(session_.system_)});
    }
    return goes_on_after_errors();
  }

  bool cut(const search::Path& path) override {
    const Auxiliary::Use use(session_.auxiliary_);
    const std::optional<CutJudge::Error> error = session_.cut_judge_.judge(path.schedule());
    if (!error || !session_.is_new(error->failure)) return true;
    session_.note(
        {error->schedule, error->failure, current_context(session_.system_), error->has_no_end});
    return goes_on_after_errors();
  }

 private:
  bool goes_on_after_errors() const {
    return session_.options_.keep_going &&
           session_.found_.size() < session_.options_.max_errors.value_or(kUnlimited) &&
           session_.system_.refusal().empty();
  }

  SearchSession& session_;
};

SearchSession::SearchSession(native::NativeSystem& system, Recording& recording,
                             fleet::ChannelMemory& memory, const config::RunOptions& options)
    : system_(system),
      recording_(recording),
      memory_(memory),
      options_(options),
      deadline_(deadline_of(memory)),
      auxiliary_(system, options, deadline_),
      cut_judge_(system, options, deadline_, memory.stop) {}

result::RunResult SearchSession::run() {
  try {
    search();
  } catch (const Interruption& interruption) {
    complete_ = false;
    covered_ = describe(interruption);
  }
  memory_.reports = true;
  if (!system_.refusal().empty()) return result_;
  result_.search = config::to_map(config::with_chosen_states(options_));
  result_.seed = options_.seed;
  result_.executions = total_.executions;
  result_.states = total_.states;
  result_.transitions = total_.transitions;
  result_.generated = total_.generated;
  result_.revisits = total_.revisits;
  result_.max_depth = total_.max_depth;
  result_.pruned = total_.pruned;
  result_.cut = total_.cut;
  result_.nodes = total_.nodes;
  result_.coverage = covered_ + hunted_;
  result_.unwatched =
      unwatched(options_, {shared_is_done_, races_are_done_, !hunted_.empty(), total_.cut});
  result_.not_seen = not_seen(recording_);
  result_.found_races = found_races(recording_);
  result_.verdict = complete_ ? result::RunVerdict::complete : result::RunVerdict::incomplete;
  take_races();
  if (!found_.empty()) {
    record_errors();
  } else if (total_.cut > 0 && system_.refusal().empty()) {
    const Auxiliary::Use use(auxiliary_);
    result_.cut_loop = cut_judge_.loop(recording_);
  }
  // After a search that left nothing out, what did not happen cannot.
  if (!sync_is_done_) result_.found_lock_cycles = found_lock_cycles(recording_, waited_for_);
  result_.auxiliary_executions = auxiliary_.executions();
  return result_;
}

// All that is cut short when the run must end.
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
  if (!take_stuck() && !look_for_races(plan)) {
    while (phase != plan.end() && run_phase(*phase)) ++phase;
  }
  // Interrupted in a hunt, a search may have more to cover.
  if (phase != plan.end() && !sync_is_done_) {
    complete_ &= std::all_of(phase + 1, plan.end(), [](const Phase& left) { return left.is_hunt; });
  }
}

// An execution before the search that is stuck is the error, and the search would wait as long for
// the next one.  True when the run is over.
bool SearchSession::take_stuck() {
  if (!is_stuck(system_)) return false;
  note({native::scheduler().schedule(), system_.failure(), current_context(system_), true});
  covered_ = "stopped at the first execution: it does not terminate";
  return true;
}

// Before the search, which itself cannot where it goes back by snapshots, and should know at once
// what will be a scheduling point.  True when the run is over.
bool SearchSession::look_for_races(const std::vector<Phase>& plan) {
  if (options_.races == config::Races::ignore) return false;
  const Auxiliary::Use use(auxiliary_);
  system_.set_plain_points(plan.front().points);
  const bool learns = plan.front().points == native::PlainPoints::racing;
  native::StateKeeping keeping;
  keeping.watches_blocks = state_keeping(plan.front(), options_).watches_blocks;
  system_.keep_states(keeping);
  for (int i = 0; i < (learns ? kMostLessons : 1); ++i) {
    publish_points(memory_);
    worker::look_for_races(system_, options_.seed + static_cast<std::uint64_t>(i), auxiliary_);
    publish_threads(memory_);
    note_race();
    if (take_stuck()) return true;
    explain_races(system_, auxiliary_);
    if (!learns || !adopt_what_is_shared()) break;
  }
  return false;
}

// Before further scheduling points are learned, which give its schedule another meaning.
void SearchSession::note_race() {
  const std::vector<native::NotedRace>& noted = native::noted_races();
  if (options_.races != config::Races::error || race_ || noted.empty()) return;
  Failure failure;
  failure.kind = FailureKind::race;
  failure.message = native::race_sentence(noted.front().race);
  failure.thread = noted.front().race.later.thread;
  failure.stack = noted.front().later;
  race_ = {noted.front().schedule, failure, current_context(system_)};
}

// One that an execution at random met is an error, too.
void SearchSession::take_races() {
  note_race();
  if (!race_ || !found_.empty()) return;
  restore(race_->context, system_);
  note(*race_);
}

// False when the run is over.
bool SearchSession::run_phase(const Phase& phase) {
  if (!phase.watches_plain_accesses() && sync_is_done_) return true;
  publish_phase(memory_, to_text(phase));
  system_.keep_states(state_keeping(phase, options_));
  system_.set_plain_points(phase.points);
  if (phase.watches_plain_accesses()) learn_what_is_shared();
  if (take_stuck()) return false;

  const PhaseEnd end = explore_to_the_end(phase);
  conclude(phase, end);
  if (!found_.empty() && !options_.keep_going) return false;
  if (!system_.refusal().empty() || end.end == search::End::interrupted) return false;
  return phase.is_hunt || end.end == search::End::exhausted;
}

// Explores until nothing new is known of what should have been a scheduling point, or a suspect for
// races.
SearchSession::PhaseEnd SearchSession::explore_to_the_end(const Phase& phase) {
  struct Pass {
    PhaseEnd end;
    search::Tally total;
  };
  std::optional<Pass> finished;  // which is repeated for the sake of races alone
  const search::Tally before = total_;
  for (int repeats = 0;;) {
    auxiliary_.add_repeated(total_.executions - before.executions);
    total_ = before;  // what is explored again counts once
    publish_points(memory_);
    native::suspect_memory().adopt();
    native::foreign_stack_uses().adopt();
    system_.restart();
    PhaseEnd end = explore(phase);
    const bool meets_all =
        end.covered && !end.left_out && state_keeping(phase, options_).watches_blocks;
    end.met_races = meets_all && !native::suspect_memory().has_news();
    judge_races();
    if (end.end != search::End::exhausted) {
      // The first time was enough for everything else.
      if (!finished || !found_.empty()) return end;
      total_ = finished->total;
      return finished->end;
    }
    finished.reset();
    // Newly discovered shared memory adds scheduling points: only a search without such news has
    // visited them all.  The same holds for returns that depend on a newly discovered use of their
    // variables by another thread.  Shared memory and uses only grow, so this loop terminates.
    const bool has_late_uses = native::foreign_stack_uses().adopt();
    if (adopt_what_is_shared() || has_late_uses) continue;
    if (!meets_all || end.met_races || ++repeats > kMostLessons) return end;
    finished = {end, total_};
  }
}

// False if the deadline ended it.
bool SearchSession::look_for_livelocks(const Phase& phase) {
  const LivelockPass pass = run_livelock_pass(system_, phase, deadline_, &memory_.stop);
  auxiliary_.add_repeated(pass.executions);
  if (pass.livelock) {
    note({pass.livelock->schedule, search::failure(*pass.livelock), current_context(system_)});
  }
  return pass.finished;
}

SearchSession::PhaseEnd SearchSession::explore(const Phase& phase) {
  Phase limited = phase;
  // The rest is for the program.
  limited.search.tree_bytes = fleet::memory_limit(options_) / 2;
  Result<search::Recipe> recipe = search::recipe_for(limited.search);
  PhaseEnd result;
  if (!recipe) {
    result.statement = recipe.sentence();
    return result;
  }
  Observer observer(*this);
  search::Explorer explorer(system_, std::move(*recipe), budget(phase), observer);
  result.end = explorer.explore(&memory_.stop);
  const search::Tally& tally = explorer.tally();
  const bool has_more_errors = options_.keep_going && result.end == search::End::stopped_at_error;
  result.statement = search::coverage_statement(
      explorer.recipe(), tally, has_more_errors ? search::End::error_limit : result.end);
  result.covered = result.end == search::End::exhausted && tally.cut == 0 &&
                   search::coverage(explorer.recipe()).promise != search::Promise::sampled;
  result.left_out =
      std::any_of(explorer.recipe().bounds.begin(), explorer.recipe().bounds.end(),
                  [](const search::Bound& bound) {
                    return bound.pruned > 0 && bound.remainder != search::Remainder::fair;
                  });
  estimate(phase, explorer, result);
  total_ += tally;
  result_.locations_observed =
      std::max(result_.locations_observed, search::locations_observed(explorer.recipe()));
  // Loops that runs closed by themselves were judged on the way.
  const bool has_loops = explorer.recipe().cycle_check != nullptr
                             ? explorer.recipe().cycle_check->cycles_closed() > 0
                             : tally.revisits > 0;
  if (result.covered && !result.left_out && has_loops && found_.empty() &&
      phase.search.states == config::States::memory &&
      phase.search.livelocks == config::Livelocks::report && !look_for_livelocks(phase)) {
    result.covered = false;
    result.statement += "; the time limit ended the livelock check";
  }
  if (const std::string doubt = search::omission_text(explorer.recipe()); !doubt.empty()) {
    result.statement += "; " + doubt;
  }
  return result;
}

void SearchSession::estimate(const Phase& phase, const search::Explorer& explorer, PhaseEnd& end) {
  const bool is_unfinished = end.end == search::End::budget || end.end == search::End::time_limit;
  const bool counts_schedules = phase.search.states == config::States::none &&
                                explorer.recipe().frontier->schedules() == search::Schedules::each;
  if (!is_unfinished || !counts_schedules || phase.is_hunt || !system_.refusal().empty()) return;
  const search::Tally& tally = explorer.tally();
  if (tally.cut > 0) return;
  std::optional<search::TreeEstimate> size = explorer.recipe().frontier->estimate();
  if (!size) {
    const Auxiliary::Use use(auxiliary_);
    Budget budget = auxiliary_.left();
    budget.executions = std::min(budget.executions, kEstimateExecutions);
    budget.states = kEstimateStates;
    if (end.end == search::End::time_limit) {
      budget.deadline = std::chrono::steady_clock::now() + kEstimateTime;
    }
    if (budget.executions == 0) return;
    system_.restart();
    size = search::estimate_schedules(system_, phase.search, budget, &memory_.stop);
  }
  if (!size) return;
  if (explorer.recipe().frontier->takes_all()) search::expect_at_least(*size, tally.executions);
  end.statement += "; " + search::estimate_text(*size, explorer.recipe(), tally);
  const auto number = [](double power) {
    return std::min(std::pow(10.0, power), std::numeric_limits<double>::max());
  };
  result_.estimate = {number(size->schedules), number(size->low), number(size->high)};
}

void SearchSession::conclude(const Phase& phase, const PhaseEnd& end) {
  if (phase.watches_plain_accesses() && end.covered && !end.left_out) shared_is_done_ = true;
  races_are_done_ |= end.met_races && !native::block_races_were_cut();
  if (phase.is_hunt) {
    hunted_ = "; with every shared-memory access as a scheduling point: " + end.statement;
    return;
  }
  // An unfinished phase is reported together with the last complete one.
  covered_ = end.covered ? end.statement : end.statement + last_complete(last_covered_, phase);
  if (end.covered) last_covered_ = {end.statement, phase.search.bound.preemptions};
  complete_ = end.covered;
  if (end.covered && !end.left_out && !phase.watches_plain_accesses()) sync_is_done_ = true;
}

Budget SearchSession::budget(const Phase& phase) const {
  Budget budget;
  budget.deadline = deadline_;
  budget.executions = phase.max_executions;
  budget.states = phase.max_states;
  if (options_.max_executions) {
    budget.executions =
        std::min(budget.executions,
                 *options_.max_executions - std::min(*options_.max_executions, total_.executions));
  }
  if (options_.max_states) {
    budget.states = std::min(budget.states,
                             *options_.max_states - std::min(*options_.max_states, total_.states));
  }
  return budget;
}

void SearchSession::judge_races() {
  const Auxiliary::Use use(auxiliary_);
  judge_conflicts(system_, auxiliary_);
  explain_races(system_, auxiliary_);
}

void SearchSession::learn_what_is_shared() {
  const Auxiliary::Use use(auxiliary_);
  for (int i = 0; i < kMostLessons && auxiliary_.has_left(); ++i) {
    publish_points(memory_);
    check_repeats(system_, options_.seed + static_cast<std::uint64_t>(i));
    if (is_stuck(system_)) return;
    explain_races(system_, auxiliary_);
    publish_threads(memory_);
    if (!adopt_what_is_shared()) return;
  }
}

void SearchSession::note(Found found) {
  recording_.outline(found.schedule, found.failure);
  found_.push_back(std::move(found));
  memory_.errors.store(static_cast<std::uint32_t>(found_.size()));
}

bool SearchSession::is_new(const Failure& failure) const {
  return std::none_of(found_.begin(), found_.end(), [&](const Found& found) {
    return found.failure.kind == failure.kind && found.failure.message == failure.message &&
           found.failure.stack == failure.stack;
  });
}

// Fewer preemptions are easier to read.
void SearchSession::simplify() {
  Found& first = found_.front();
  restore(first.context, system_);
  publish_points(memory_);
  std::optional<FailedSchedule> simpler =
      simpler_schedule(system_, first.failure, first.schedule, auxiliary_, &memory_.stop);
  if (!simpler) return;
  first.schedule = std::move(simpler->schedule);
  first.failure = std::move(simpler->failure);
}

void SearchSession::record_errors() {
  const Auxiliary::Use use(auxiliary_);
  const bool is_simplified = options_.search != config::Search::auto_ && !options_.no_simplify;
  const bool is_endless = found_.front().failure.cycle_begin || found_.front().has_no_end;
  result_.verdict = result::RunVerdict::error;
  const auto error_of = [](const Found& found) {
    return result::FoundError{found.failure.kind, found.failure.message, "", "",
                              found.schedule.size()};
  };
  result_.error = error_of(found_.front());
  std::transform(found_.begin() + 1, found_.end(), std::back_inserter(result_.further_errors),
                 error_of);
  try {
    if (is_simplified && !is_endless) simplify();
    result_.error = error_of(found_.front());
    publish_phase(memory_, "recording the error");
    if (!record(found_.front())) {
      // Although every step came again: something outside the schedule decides.
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
    for (std::size_t i = 1; i < found_.size() && auxiliary_.has_left(); ++i) record(found_[i]);
  } catch (const std::runtime_error&) {  // Interruption, or Divergence: the outline is left
  }
}

// Whether the error came again.
bool SearchSession::record(const Found& found) {
  restore(found.context, system_);
  publish_points(memory_);
  const bool is_loop = found.failure.cycle_begin.has_value();
  if (is_loop) {
    const bool reorders = system_.states_kept().reorders;
    system_.keep_states({.compares = true, .reorders = reorders});
  }
  recording_.run(found.schedule, nullptr, need_not_end(found.failure) ? &found.failure : nullptr);
  const Verdict verdict = system_.view().verdict;
  return verdict == Verdict::failed || verdict == Verdict::deadlock;
}

}  // namespace heddle::worker
