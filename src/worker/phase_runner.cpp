#include "worker/phase_runner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/check.hpp"
#include "fleet/member.hpp"
#include "monitors/block_races.hpp"
#include "monitors/foreign_stack_uses.hpp"
#include "monitors/race_watch.hpp"
#include "search/engine/coverage.hpp"
#include "search/engine/estimate_schedules.hpp"
#include "search/recipes/recipes.hpp"
#include "search/split/shard_depth_first.hpp"
#include "search/split/split_recipe.hpp"
#include "worker/adopted_points.hpp"
#include "worker/livelock_pass.hpp"
#include "worker/publication.hpp"
#include "worker/race_census.hpp"
#include "worker/recorded_states.hpp"
#include "worker/self_check.hpp"

namespace heddle::worker {
namespace {

// How much an estimate of what is left is worth: not in time, so that one seed has one result,
// unless the time is over.
constexpr std::uint64_t kEstimateExecutions = 500;
constexpr std::uint64_t kEstimateStates = 100'000;
constexpr std::chrono::milliseconds kEstimateTime{300};

// Adds the limits on waits that left choices out.
void add_wait_limits(const Phase& phase, const search::Tally& tally,
                     result::PhaseCoverage& coverage) {
  const native::WaitLimits& waits = phase.waits;
  add_timeout_limit(coverage.search, waits.early_timeouts, tally.excluded_timeouts);
  add_wakeup_limit(coverage.search, waits.spurious_wakeups, tally.excluded_wakeups);
  if (tally.excluded_timeouts > 0 || phase.raises_waits) {
    coverage.early_timeouts = waits.early_timeouts;
  }
  if (tally.excluded_wakeups > 0 || phase.raises_waits) coverage.spurious = waits.spurious_wakeups;
}

// Limits a turn to `left` more transitions, and to as many executions: an execution without a
// scheduling point has no transition.  Returns the limit of executions of the turn.
std::uint64_t limit_turn(Budget& limits, const search::Tally& tally, std::uint64_t left) {
  if (left == kUnlimited) return kUnlimited;
  limits.transitions = tally.transitions + left;
  const std::uint64_t executions = tally.executions + left;
  limits.executions = std::min(limits.executions, executions);
  return executions;
}

}  // namespace

// Keeps the channel's counters up to date, and collects failures.
class PhaseRunner::Observer : public search::SearchObserver {
 public:
  explicit Observer(PhaseRunner& runner) : runner_(runner) {}

  void arrived(const search::Path&, bool is_new) override {
    runner_.running_->yield_ += {.work = 1, .fresh = is_new ? 1U : 0U};
  }

  // New classes are common in large programs, new pairs are not: a class counts half.
  void run_ended(const search::Path& path, Verdict) override {
    PhaseInProgress& running = *runner_.running_;
    if (running.watch_ == nullptr) return;
    const search::DiscoveryWatch::News news = running.watch_->run_ended();
    const std::uint64_t length = path.depth();
    running.yield_ += {length, news.has_pair ? length : news.is_class ? length / 2 : 0};
  }

  void execution_ended(const search::Tally& tally) override {
    publish(tally);
    publish_threads(runner_.memory_);
    if (tally.executions % kEstimateInterval == 0) publish_estimate_of(*runner_.running_);
    save(true);
  }

  void goes_on(const search::Tally& tally) override {
    publish(tally);
    save(false);
  }

  void publish(const search::Tally& tally) {
    publish_counts(runner_.memory_, runner_.own_others_, tally);
    if (runner_.split_ != nullptr) runner_.split_->give_up_if_files_are_held();
    runner_.memory_.races.store(static_cast<std::uint32_t>(native::noted_races().size()),
                                std::memory_order_relaxed);
  }

  bool failed(const search::Path& path, const Failure& failure) override {
    Findings& findings = runner_.findings_;
    if (findings.is_new(failure)) {
      const native::NativeSystem& system = runner_.system_;
      const Phase& phase = runner_.running_->phase();
      findings.note({path.schedule(), failure, current_context(system), is_stuck(system),
                     phase.is_sample || phase.raises_waits});
      ++runner_.running_->errors_;
    }
    return findings.go_on();
  }

  bool livelocked(const search::Livelock& livelock) override {
    runner_.note(livelock);
    return runner_.findings_.go_on();
  }

  bool cut(const search::Path& path) override {
    // Many early timeouts and spurious wake-ups make an execution long: no livelock.
    if (runner_.running_->phase().raises_waits) return true;
    const Auxiliary::Use use(runner_.auxiliary_);
    std::optional<FailedSchedule> error = runner_.cut_judge_.judge(path.schedule());
    Findings& findings = runner_.findings_;
    if (!error || !findings.is_new(error->failure)) return true;
    ++runner_.running_->errors_;
    findings.note(std::move(*error));
    return findings.go_on();
  }

 private:
  void save(bool execution_is_over) {
    CampaignSession* const campaign = runner_.campaign_;
    if (campaign != nullptr && campaign->look(execution_is_over)) runner_.take_deadline();
  }

  static constexpr std::uint64_t kEstimateInterval = 256;  // executions

  void publish_estimate_of(const PhaseInProgress& running) {
    const auto estimate = running.explorer_->recipe().frontier->summary().estimate;
    if (estimate) publish_estimate(runner_.memory_, *estimate);
  }

  PhaseRunner& runner_;
};

PhaseRunner::PhaseRunner(native::NativeSystem& system, fleet::ChannelMemory& memory,
                         const config::RunOptions& options,
                         std::chrono::steady_clock::time_point deadline, Auxiliary& auxiliary,
                         Findings& findings, RacePass& races, SplitSession* split,
                         CampaignSession* campaign)
    : system_(system),
      memory_(memory),
      options_(options),
      deadline_(deadline),
      auxiliary_(auxiliary),
      findings_(findings),
      races_(races),
      split_(split),
      campaign_(campaign),
      cut_judge_(system, options, deadline, memory.stop),
      observer_(std::make_unique<Observer>(*this)) {}

PhaseInProgress& PhaseRunner::begin(const Phase& phase) {
  prepare(phase);
  if (phase.watches_plain_accesses()) races_.learn_what_is_shared();
  return phases_.emplace_back(phase);
}

std::optional<PhaseEnd> PhaseRunner::run(PhaseInProgress& one, std::uint64_t& left,
                                         bool has_limits) {
  const Phase& phase = one.phase_;
  others_ = others(one);
  one.own_ = {};
  own_others_ = own_total();
  running_ = &one;
  prepare(phase);
  while (true) {
    if (is_shared(phase) && !split_->begin_pass()) return end_alone(one);
    if (std::string refusal = enter(one); !refusal.empty()) {
      PhaseEnd end;
      end.coverage = coverage_of(phase);
      end.coverage.refusal = std::move(refusal);
      return end;
    }
    search::Explorer& explorer = *one.explorer_;
    const std::uint64_t before = explorer.tally().transitions;
    Budget limits = budget(phase, has_limits);
    const std::uint64_t executions = limit_turn(limits, explorer.tally(), left);
    const search::End explored = explore(one, limits);
    if (explored == search::End::budget &&
        (one.tally_.transitions >= limits.transitions || one.tally_.executions >= executions)) {
      explorer.leave();
      return std::nullopt;
    }
    if (left != kUnlimited) left -= std::min(left, one.tally_.transitions - before);
    PhaseEnd end = end_pass(one, explored);
    const bool meets_all =
        result::is_whole(end.coverage) && state_keeping(phase, options_).watches_blocks;
    races_.judge();
    // An unfinished search is over in all workers.
    if (is_shared(phase) && end.end == search::End::exhausted && !split_->share_facts()) {
      return end_alone(one);
    }
    end.met_races = meets_all && !native::suspect_memory().has_news() &&
                    !(one.shared_ && one.shared_->dropped_accesses);
    if (end.end != search::End::exhausted) {
      // A repetition that did not finish and found no error leaves the result of the finished
      // search.
      if (one.finished_ && findings_.empty()) {
        one.tally_ = one.finished_->tally;
        one.depths_ = one.finished_->depths;
        end = std::move(one.finished_->end);
      }
      if (!phase.is_hunt) last_ = end.tally;
      return end;
    }
    one.finished_.reset();
    one.explorer_.reset();
    // Newly discovered shared memory adds scheduling points: only a search without such news has
    // visited them all.  The same holds for returns that depend on a newly discovered use of their
    // variables by another thread.  Shared memory and uses only grow, so this loop terminates.
    const bool has_late_uses = native::foreign_stack_uses().adopt();
    if (!adopt_what_is_shared() && !has_late_uses) {
      const bool is_last = !meets_all || end.met_races || ++one.repeats_ > RacePass::kMostLessons;
      if (is_last && !finds_more_races(one, end)) {
        if (!phase.is_hunt) last_ = end.tally;
        return end;
      }
      if (!is_last) one.finished_ = {end, one.tally_, one.depths_};
    }
    auxiliary_.add_repeated(one.tally_.executions);
  }
}

// Looks for races that no interleaving shows.  True: their memory adds scheduling points.
bool PhaseRunner::finds_more_races(PhaseInProgress& one, PhaseEnd& end) {
  const bool is_due = !is_shared(one.phase_) && !is_sharded(one.phase_) && findings_.empty() &&
                      needs_race_census(one.phase_, end, options_);
  if (!is_due || ++one.censuses_ > RacePass::kMostLessons) return false;
  const Auxiliary::Use use(auxiliary_);
  end.knows_races = run_race_census(system_, one.phase_, options_, total().transitions,
                                    auxiliary_.left(), memory_);
  races_.judge();
  prepare(one.phase_);
  return adopt_what_is_shared();
}

void PhaseRunner::take_deadline() {
  deadline_ = deadline_of(memory_);
  auxiliary_.set_deadline(deadline_);
  cut_judge_.set_deadline(deadline_);
  if (running_ != nullptr && running_->explorer_ != nullptr) {
    running_->explorer_->set_deadline(deadline_);
  }
}

PhaseEnd PhaseRunner::stop(PhaseInProgress& one, search::End end) {
  if (one.finished_) {
    one.tally_ = one.finished_->tally;
    one.depths_ = one.finished_->depths;
    return std::move(one.finished_->end);
  }
  others_ = others(one);
  prepare(one.phase_);
  return end_pass(one, end);
}

void PhaseRunner::prepare(const Phase& phase) {
  publish_phase(memory_, to_text(phase));
  native::StateKeeping keeping = state_keeping(phase, options_);
  // Workers on other machines decide when a state is opened.
  if (is_shared(phase) && split_->exchange().is_remote() &&
      keeping.snapshots == native::Reach::path) {
    keeping.snapshots = native::Reach::anywhere;
  }
  system_.keep_states(keeping);
  system_.limit_waits(phase.waits);
  system_.set_plain_points(phase.points);
}

std::string PhaseRunner::enter(PhaseInProgress& one) {
  const bool is_paused = one.explorer_ != nullptr;
  if (is_paused) adopt_what_is_shared();
  if (is_paused && one.adoptions_ == adoptions()) {
    system_.restart();
    return "";
  }
  if (is_paused) auxiliary_.add_repeated(one.tally_.executions);
  return begin_pass(one);
}

std::string PhaseRunner::begin_pass(PhaseInProgress& one) {
  one.tally_ = {};
  one.depths_ = {};
  one.visited_.clear();
  one.adoptions_ = adoptions();
  publish_points(memory_);
  // A paused search learns suspects during a pass and watches them only in its next pass.
  if (state_keeping(one.phase_, options_).watches_blocks) native::suspect_memory().adopt();
  native::foreign_stack_uses().adopt();
  system_.restart();
  Phase limited = one.phase_;
  // The rest is for the program.
  limited.search.tree_bytes = fleet::memory_limit(options_) / 2;
  Result<search::Recipe> recipe = search::recipe_for(limited.search);
  if (!recipe) return recipe.sentence();
  if (!options_.certificate.empty() && !one.phase_.is_hunt) {
    recipe->visited = std::make_unique<RecordedStates>(std::move(recipe->visited), one.visited_);
  }
  if (is_sharded(one.phase_)) {
    recipe->frontier = std::make_unique<search::ShardDepthFirst>(options_.shard->number - 1,
                                                                 options_.shard->count);
  }
  if (is_shared(one.phase_)) search::split(*recipe, limited.search, split_->exchange());
  if (one.phase_.is_sample && one.phase_.is_hunt) {
    one.watch_ = std::make_shared<search::DiscoveryWatch>(discoveries_);
    recipe->analyses.push_back(one.watch_);
  }
  one.explorer_ =
      std::make_unique<search::Explorer>(system_, std::move(*recipe), Budget{}, *observer_);
  return "";
}

void PhaseRunner::note(const search::Livelock& livelock) {
  const Failure failure = search::failure(livelock);
  if (!findings_.is_new(failure)) return;
  ++running_->errors_;
  findings_.note({livelock.schedule, failure, current_context(system_)});
}

bool PhaseRunner::has_loops(const PhaseInProgress& one) const {
  if (one.shared_) return one.shared_->cycles > 0;
  const search::Recipe& recipe = one.explorer_->recipe();
  return recipe.cycle_check != nullptr ? recipe.cycle_check->cycles_closed() > 0
                                       : one.tally_.revisits > 0;
}

bool PhaseRunner::is_sharded(const Phase& phase) const {
  return options_.shard && !phase.is_hunt && !phase.is_sample && !phase.raises_waits;
}

bool PhaseRunner::is_shared(const Phase& phase) const {
  return split_ != nullptr && !phase.is_hunt && !phase.is_sample && !phase.is_restart &&
         !phase.raises_waits && config::can_be_split(phase.search);
}

search::End PhaseRunner::explore(PhaseInProgress& one, const Budget& limits) {
  if (is_shared(one.phase_)) return explore_together(one, limits);
  search::Explorer& explorer = *one.explorer_;
  explorer.set_budget(limits);
  const search::End end = explorer.explore(&memory_.stop);
  one.own_ = one.tally_ = explorer.tally();
  one.depths_ = explorer.depths();
  return end;
}

search::End PhaseRunner::explore_together(PhaseInProgress& one, const Budget& limits) {
  search::Explorer& explorer = *one.explorer_;
  search::SplitReport own;
  own.end = split_->explore(explorer, limits, memory_.stop);
  own.tally = one.own_ = one.tally_ = explorer.tally();
  own.cycles = search::possible_cycles(explorer.recipe());
  const std::vector<search::Bound>& bounds = explorer.recipe().bounds;
  HEDDLE_CHECK(bounds.size() <= own.pruned.size(), "more bounds than a report has");
  std::transform(bounds.begin(), bounds.end(), own.pruned.begin(),
                 [](const search::Bound& bound) { return bound.pruned; });
  publish_counts(memory_, own_others_, own.tally);
  one.shared_ = split_->end_pass(own);
  if (!one.shared_) return own.end == search::End::exhausted ? search::End::interrupted : own.end;
  one.tally_ = one.shared_->tally;
  return one.shared_->end;
}

PhaseEnd PhaseRunner::end_alone(PhaseInProgress& one) {
  PhaseEnd end;
  end.end = search::End::interrupted;
  end.coverage = coverage_of(one.phase_);
  end.coverage.search.end = search::End::interrupted;
  end.tally = one.tally_;
  return end;
}

// False if the deadline ended it.
bool PhaseRunner::look_for_livelocks(const PhaseInProgress& one) {
  search::CycleCheck* const check = one.explorer_->recipe().cycle_check.get();
  if (check != nullptr && check->finish()) {
    if (const auto livelock = check->take_livelock()) note(*livelock);
    return true;
  }
  const LivelockPass pass = run_livelock_pass(system_, one.phase_, deadline_, &memory_.stop);
  auxiliary_.add_repeated(pass.executions);
  if (pass.livelock) note(*pass.livelock);
  return pass.finished;
}

PhaseEnd PhaseRunner::end_pass(PhaseInProgress& one, search::End end) {
  const Phase& phase = one.phase_;
  const search::Recipe& recipe = one.explorer_->recipe();
  if (phase.is_restart) ++one.tally_.restarts;
  const search::Tally& tally = one.tally_;
  PhaseEnd result;
  result.end = end;
  result.coverage = coverage_of(phase);
  result.coverage.errors = one.errors_;
  result.visited = std::move(one.visited_);
  result.tally = tally;
  const bool has_more_errors = options_.keep_going && end == search::End::stopped_at_error;
  result.coverage.search =
      search::coverage_of(recipe, phase.is_restart ? tally.after(last_) : tally,
                          has_more_errors ? search::End::error_limit : end);
  if (one.shared_) {
    for (std::size_t i = 0; i < result.coverage.search.bounds.size(); ++i) {
      result.coverage.search.bounds[i].pruned = one.shared_->pruned[i];
    }
  }
  add_wait_limits(phase, tally, result.coverage);
  if (is_sharded(phase)) points_of_shard_ = adopted_cells();
  estimate(phase, *one.explorer_, result);
  const search::TreeCurve tree = recipe.frontier->summary().tree;
  if (!tree.samples().empty() && !one.shared_) tree_ = {tree.interval(), tree.samples()};
  locations_observed_ = std::max(locations_observed_, search::locations_observed(recipe));
  // Loops that runs closed by themselves were judged on the way.
  if (result::is_whole(result.coverage) && has_loops(one) && findings_.empty() &&
      phase.search.states == config::States::memory &&
      phase.search.livelocks == config::Livelocks::report && !look_for_livelocks(one)) {
    result.coverage.unfinished_livelock_check = true;
  }
  return result;
}

void PhaseRunner::estimate(const Phase& phase, const search::Explorer& explorer, PhaseEnd& end) {
  const bool is_unfinished = end.end == search::End::budget || end.end == search::End::time_limit;
  const bool counts_schedules = phase.search.states == config::States::none &&
                                explorer.recipe().schedules == search::Schedules::each;
  if (!is_unfinished || !counts_schedules || phase.is_hunt || !system_.refusal().empty()) return;
  if (is_sharded(phase)) return;  // the estimate is of all schedules
  const search::Tally& tally = explorer.tally();
  if (tally.cut > 0) return;
  const search::FrontierSummary frontier = explorer.recipe().frontier->summary();
  std::optional<search::TreeEstimate> size = frontier.estimate;
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
  if (frontier.takes_all) search::expect_at_least(*size, tally.executions);
  end.coverage.estimate = search::estimate_text(*size, explorer.recipe(), tally);
  const auto number = [](double power) {
    return std::min(std::pow(10.0, power), std::numeric_limits<double>::max());
  };
  estimate_ = {number(size->schedules), number(size->low), number(size->high)};
}

Budget PhaseRunner::budget(const Phase& phase, bool has_limits) const {
  Budget budget;
  budget.deadline = deadline_;
  if (has_limits) {
    budget.executions = phase.max_executions;
    budget.states = phase.max_states;
  }
  if (options_.max_executions) {
    budget.executions =
        std::min(budget.executions,
                 *options_.max_executions - std::min(*options_.max_executions, others_.executions));
  }
  if (options_.max_states) {
    budget.states = std::min(budget.states,
                             *options_.max_states - std::min(*options_.max_states, others_.states));
  }
  return budget;
}

}  // namespace heddle::worker
