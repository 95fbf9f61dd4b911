#include "worker/model_session.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "config/option_table.hpp"
#include "config/scope_text.hpp"
#include "core/error_identity.hpp"
#include "core/random.hpp"
#include "fleet/member.hpp"
#include "search/engine/coverage.hpp"
#include "search/recipes/recipes.hpp"
#include "system/divergence.hpp"
#include "worker/explored_tree.hpp"
#include "worker/publication.hpp"

namespace heddle::worker {
namespace {

// Steps of the execution that is repeated to check that the model is deterministic.
constexpr std::uint64_t kCheckedSteps = 1000;

// How much a shorter schedule of an error is worth: not in time, so that one seed has one result.
constexpr std::uint64_t kSimplifyStates = 300'000;

bool needs_accesses(const config::SearchOptions& search) {
  return search.reduce != config::Reduce::none || search.states == config::States::happens_before ||
         search.search == config::Search::pos || search.search == config::Search::surw ||
         search.search == config::Search::rff;
}

bool stores_states(const config::RunOptions& options) {
  if (config::is_sampling(options.search) || options.search == config::Search::best_first) {
    return false;
  }
  return options.reduce == config::Reduce::none || options.reduce == config::Reduce::sleep;
}

// Ends at the first failure that is the wanted one.
struct FirstFailure : search::SearchObserver {
  const Failure* wanted = nullptr;
  std::optional<Schedule> found;

  bool failed(const search::Path& path, const Failure& failure) override {
    if (error_identity(failure) != error_identity(*wanted)) return true;
    found = path.schedule();
    return false;
  }
};

}  // namespace

config::RunOptions model_options(config::RunOptions options) {
  options.points = config::Points::sync;
  options.races = config::Races::ignore;
  // A model need not terminate: a cycle of states is no error.
  options.livelocks = config::Livelocks::ignore;
  options.fair = false;
  if (config::raises_bounds(options) && !options.bound.preemptions) {
    options.search = config::Search::bfs;
  }
  if (options.search == config::Search::auto_ && !config::raises_bounds(options)) {
    options.search = config::Search::dfs;
  }
  if (options.states == config::States::auto_) {
    options.states = stores_states(options) ? config::States::memory : config::States::none;
  }
  return options;
}

std::string model_refusal(const config::RunOptions& options) {
  const bool names_places =
      std::any_of(options.priority.begin(), options.priority.end(), [](const auto& priority) {
        return !priority.names.empty() || priority.kind == config::Priority::Kind::distance;
      });
  const bool is_guided = options.search == config::Search::guided || names_places ||
                         options.order.kind == config::Order::Kind::distance;
  if (is_guided) {
    return "guided search and priorities by place cannot be used with a model: its actions are not "
           "places in the program; use --search bfs.";
  }
  if (const std::string scope = config::scope_option(options); !scope.empty()) {
    return scope + " cannot be used with a model: its actions are no code; leave it out.";
  }
  if (options.shard) {
    return "--shard cannot be used with a model; leave it out.";
  }
  if (options.races == config::Races::error) {
    return "--races error cannot be used with a model: actions are atomic; leave it out.";
  }
  return "";
}

class ModelSession::Observer : public search::SearchObserver {
 public:
  explicit Observer(ModelSession& session) : session_(session) {}

  void execution_ended(const search::Tally& tally) override { goes_on(tally); }

  void goes_on(const search::Tally& tally) override {
    publish_counts(session_.memory_, session_.total_, tally);
  }

  bool failed(const search::Path& path, const Failure& failure) override {
    std::vector<Found>& found = session_.found_;
    if (session_.is_new(failure)) {
      found.push_back({path.schedule(), failure});
      session_.recording_.outline(found.back().schedule, failure);
      session_.memory_.errors.store(static_cast<std::uint32_t>(found.size()));
    }
    return session_.options_.keep_going &&
           found.size() < session_.options_.max_errors.value_or(kUnlimited);
  }

 private:
  ModelSession& session_;
};

ModelSession::ModelSession(model::GuardedSystem& system, ModelRecording& recording,
                           fleet::ChannelMemory& memory, const config::RunOptions& options)
    : system_(system),
      recording_(recording),
      memory_(memory),
      options_(options),
      deadline_(deadline_of(memory)) {}

result::RunResult ModelSession::run() {
  check_repeats();
  if (needs_accesses(options_)) system_.track_accesses();
  const Plan plan = make_plan(options_);
  for (const Phase& phase : plan.front().phases) {
    if (!explore(phase)) break;
  }
  result_.verdict = result::is_complete(result_.coverage) ? result::RunVerdict::complete
                                                          : result::RunVerdict::incomplete;
  memory_.reports = true;
  result_.search = config::to_map(options_);
  result_.seed = options_.seed;
  result_.executions = total_.executions;
  result_.states = total_.states;
  result_.transitions = total_.transitions;
  result_.executed_steps = total_.transitions;  // a model returns to its states by copies
  result_.generated = total_.generated;
  result_.revisits = total_.revisits;
  result_.max_depth = total_.max_depth;
  result_.pruned = total_.pruned;
  result_.cut = total_.cut;
  result_.nodes = total_.nodes;
  result_.explored_tree = explored_tree(depths_);
  result_.restarts = total_.restarts;
  if (!found_.empty()) record_errors();
  return result_;
}

bool ModelSession::explore(const Phase& phase) {
  publish_phase(memory_, "states of the model");
  search::SearchOptions limited = phase.search;
  limited.tree_bytes = fleet::memory_limit(options_) / 2;  // the rest is for the visited states
  search::Tally tally;
  search::DepthProfile depths;
  search::End end = search::End::exhausted;
  result::PhaseCoverage covered = coverage_of(phase);
  do {
    system_.restart();
    search::Recipe recipe = std::move(*search::recipe_for(limited));
    Observer observer(*this);
    search::Explorer explorer(system_, std::move(recipe), budget(), observer);
    end = explorer.explore(&memory_.stop);
    tally = explorer.tally();
    depths = explorer.depths();
    if (phase.is_restart) ++tally.restarts;
    const bool has_more_errors = options_.keep_going && end == search::End::stopped_at_error;
    covered.search =
        search::coverage_of(explorer.recipe(), phase.is_restart ? tally.after(last_) : tally,
                            has_more_errors ? search::End::error_limit : end);
    // An invariant reads variables of steps that were reordered: they must not be.
  } while (end == search::End::exhausted && system_.has_new_visible_cells());
  total_ += tally;
  depths_ += depths;
  last_ = tally;
  const bool is_whole = result::is_whole(covered);
  result_.coverage.phases.push_back(std::move(covered));
  if (!found_.empty() && !options_.keep_going) return false;
  // Within a bound that pruned nothing, all was visited.
  return end == search::End::exhausted && !is_whole;
}

// Executes one random schedule twice.  The functions of a model may depend on its state only.
void ModelSession::check_repeats() {
  Random random = Random(options_.seed).split(0x5e1f);
  system_.restart();
  std::vector<Decision> choices;
  Schedule taken;
  std::vector<Fingerprint> states{system_.fingerprint()};
  while (taken.size() < kCheckedSteps && system_.view().verdict == Verdict::running) {
    choices.clear();
    for (const ThreadView& thread : system_.view().threads) {
      for (std::uint16_t k = 0; k < thread.alternatives; ++k) choices.push_back({thread.id, k});
    }
    taken.push_back(choices[random.below(choices.size())]);
    system_.step(taken.back());
    states.push_back(system_.fingerprint());
  }
  const Verdict verdict = system_.view().verdict;
  system_.restart();
  for (std::size_t i = 0;; ++i) {
    const bool is_last = i == taken.size();
    const ThreadView* mover = is_last ? nullptr : system_.view().find(taken[i].thread);
    const bool offers =
        is_last || (mover != nullptr && taken[i].alternative < mover->alternatives &&
                    system_.view().verdict == Verdict::running);
    const bool failed = is_last && system_.view().verdict == Verdict::failed;
    if (!offers || (!failed && system_.fingerprint() != states[i]) ||
        (is_last && system_.view().verdict != verdict)) {
      throw Divergence(i, kNoThread, {}, {}, "the same actions led to another state of the model");
    }
    if (is_last) break;
    system_.step(taken[i]);
  }
  system_.restart();
}

Budget ModelSession::budget() const {
  const auto left = [](const std::optional<std::uint64_t>& most, std::uint64_t spent) {
    return most ? *most - std::min(*most, spent) : kUnlimited;
  };
  Budget budget;
  budget.deadline = deadline_;
  budget.executions = left(options_.max_executions, total_.executions);
  budget.states = left(options_.max_states, total_.states);
  return budget;
}

bool ModelSession::is_new(const Failure& failure) const {
  const std::uint64_t identity = error_identity(failure);
  return std::none_of(found_.begin(), found_.end(), [&](const Found& found) {
    return error_identity(found.failure) == identity;
  });
}

// Looks for the shortest schedule of the error, which breadth-first search finds first.
void ModelSession::simplify(Found& found) {
  config::SearchOptions shortest;
  shortest.search = config::Search::bfs;
  shortest.states = config::States::memory;
  shortest.livelocks = config::Livelocks::ignore;
  shortest.fair = false;
  Budget limits;
  limits.deadline = deadline_;
  if (options_.simplify_time) {
    limits.deadline =
        std::min(deadline_, std::chrono::steady_clock::now() + *options_.simplify_time);
  }
  limits.states = kSimplifyStates;
  FirstFailure first;
  first.wanted = &found.failure;
  system_.restart();
  search::Explorer explorer(system_, std::move(*search::recipe_for(shortest)), limits, first);
  const search::End end = explorer.explore(&memory_.stop);
  found.failure.is_simplification_cut =
      end == search::End::time_limit || end == search::End::interrupted;
  if (!first.found || first.found->size() >= found.schedule.size()) return;
  found.schedule = std::move(*first.found);
}

void ModelSession::record_errors() {
  if (options_.search != config::Search::bfs && !options_.no_simplify) simplify(found_.front());
  const auto error_of = [](const Found& found) {
    result::FoundError error{found.failure.kind, found.failure.message, "", "",
                             found.schedule.size()};
    error.identity = error_identity(found.failure);
    return error;
  };
  result_.verdict = result::RunVerdict::error;
  result_.error = error_of(found_.front());
  std::transform(found_.begin() + 1, found_.end(), std::back_inserter(result_.further_errors),
                 error_of);
  for (const Found& found : found_) recording_.run(found.schedule, nullptr, found.failure);
}

}  // namespace heddle::worker
