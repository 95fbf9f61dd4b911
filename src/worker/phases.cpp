#include "worker/phases.hpp"

#include <array>
#include <utility>

#include "config/words.hpp"
#include "core/random.hpp"
#include "fleet/member.hpp"
#include "runtime/root.hpp"
#include "search/strategy/round_plan.hpp"
#include "worker/adopted_points.hpp"
#include "worker/place_lookup.hpp"

namespace heddle::worker {
namespace {

// Enough for the small programs that a hunt can finish, and a second or two for the others.
constexpr std::uint64_t kHuntExecutions = 20'000;
constexpr std::uint64_t kHuntStates = 300'000;

// Most concurrency errors need one or two preemptions (Musuvathi and Qadeer, PLDI 2007).
constexpr std::uint64_t kFewPreemptions = 2;

// The shares of `auto`.  A promise takes at least half of the time after the first round, so that
// it comes at most about twice as late as by its search alone.  Reads-from fuzzing finds most
// errors first, on the programs of docs/results/default_search.md, so it begins with as large a
// share.
constexpr std::uint64_t kPromiseShare = 8;
constexpr std::uint64_t kHuntShare = 2;

struct Sampler {
  config::Search search;
  std::uint64_t share;
};
constexpr std::array kSamplers = {Sampler{config::Search::rff, 8}, Sampler{config::Search::surw, 1},
                                  Sampler{config::Search::pct, 1}, Sampler{config::Search::pos, 1}};
constexpr std::uint64_t kFirstStream = 0x706f7274;  // of the samplers' seeds

Phase hunt(Phase phase) {
  phase.points = native::PlainPoints::shared;
  phase.is_hunt = true;
  phase.max_executions = kHuntExecutions;
  phase.max_states = kHuntStates;
  return phase;
}

config::SearchOptions search_of(const config::RunOptions& options) {
  config::SearchOptions search = config::resolved(options);
  add_places(search);
  return search;
}

// Returns the points that `auto` covers: without data races, further scheduling points add nothing.
native::PlainPoints covered_points(const config::RunOptions& options) {
  const bool watches = options.races == config::Races::report;
  return points_of(options.points,
                   watches ? native::PlainPoints::racing : native::PlainPoints::none);
}

// Raises the bound by one, and doubles it once the exact value no longer matters to a user.
std::uint64_t next_bound(std::uint64_t bound, std::uint64_t last) {
  constexpr std::uint64_t kOneByOne = 16;
  if (bound < kOneByOne) return bound + 1;
  return bound > last / 2 ? last : bound * 2;
}

Phase restart(Phase phase) {
  phase.is_restart = true;
  phase.search.restarts.when_exhausted = true;
  phase.search.seed = Random(phase.search.seed).split(0x61676e).next();
  return phase;
}

// Returns whether the threshold of randomized backtracking changes from round to round.
bool has_automatic_rounds(const Phase& phase) {
  const bool is_depth_first =
      phase.search.search != config::Search::bfs && phase.search.search != config::Search::mixed;
  return is_depth_first && !phase.search.backtrack.threshold;
}

// Lets the first phase make one cycle of rounds, and the last one those that follow.
void split_rounds(Phase& first, Phase& last) {
  first.search.restarts.when_exhausted = true;
  first.search.restarts.rounds = search::RoundPlan::kCycle;
  last.search.restarts.first_round = search::RoundPlan::kCycle;
}

// Bounds of few preemptions first, then none.
std::vector<Phase> rising_bounds(const config::RunOptions& options, Phase phase,
                                 std::uint64_t first) {
  std::vector<Phase> phases;
  const std::uint64_t last = options.bound.preemptions.value_or(kFewPreemptions);
  phase.search.search = config::Search::context_bounded;
  for (std::uint64_t bound = first; bound <= last; bound = next_bound(bound, last)) {
    phase.search.bound.preemptions = bound;
    phases.push_back(phase);
    if (bound == last) break;
  }
  if (!options.bound.preemptions) {
    phase.search.search = config::Search::dfs;
    phase.search.bound.preemptions.reset();
    phases.push_back(phase);
  }
  return phases;
}

// A cycle may consist of spurious wake-ups, if their number is unlimited: it is no livelock.
void judge_no_loops_of_wakeups(Phase& phase) {
  if (phase.waits.spurious_wakeups == config::kAllWaits) {
    phase.search.livelocks = config::Livelocks::ignore;
  }
}

// Returns a phase that covers what the user asked for.
Phase promised_phase(const config::RunOptions& options) {
  Phase phase;
  phase.search = search_of(options);
  phase.points = covered_points(options);
  phase.waits = wait_limits(options);
  judge_no_loops_of_wakeups(phase);
  return phase;
}

// Returns the last phase of the promise with higher and higher limits on waits, where the user has
// set none.  Without a limit, an execution that waits in a loop has no end, so small ones come
// first.
std::vector<Phase> raised_waits(const config::RunOptions& options, Phase phase) {
  constexpr auto kAll = static_cast<std::uint32_t>(config::kAllWaits);
  constexpr std::array kSteps = {native::WaitLimits{3, 1}, native::WaitLimits{8, kAll},
                                 native::WaitLimits{kAll, kAll}};
  std::vector<Phase> phases;
  if (phase.search.states != config::States::memory) return phases;
  phase.raises_waits = true;
  for (const native::WaitLimits& step : kSteps) {
    const native::WaitLimits before = phase.waits;
    if (!options.early_timeouts) phase.waits.early_timeouts = step.early_timeouts;
    if (!options.spurious) phase.waits.spurious_wakeups = step.spurious_wakeups;
    if (phase.waits == before) continue;
    judge_no_loops_of_wakeups(phase);
    phases.push_back(phase);
  }
  return phases;
}

// Returns the phase of a sampler that looks beyond the promise.
Phase burst(const config::RunOptions& options, config::Search sampler, std::uint64_t stream) {
  Phase phase;
  phase.search = search_of(options);
  phase.search.search = sampler;
  phase.search.states = config::States::none;
  phase.search.order = {};
  phase.search.seed = Random(options.seed).split(stream).next();
  phase.points = points_of(options.points, native::PlainPoints::shared);
  phase.waits = wait_limits(options);
  phase.is_hunt = true;
  phase.is_sample = true;
  return phase;
}

Plan portfolio(const config::RunOptions& options) {
  const Phase phase = promised_phase(options);
  const bool is_promised = options.portfolio != config::Portfolio::sampling;
  Plan plan = {{rising_bounds(options, phase, 0), is_promised ? kPromiseShare : 0}};
  std::vector<Phase> hunts;
  if (options.points == config::Points::auto_) hunts = rising_bounds(options, hunt(phase), 1);
  // Whether a thread's stack was used by others counts from the start of a search to its end.
  if (phase.search.states == config::States::happens_before) {
    std::vector<Phase>& phases = plan.front().phases;
    phases.insert(phases.end(), hunts.begin(), hunts.end());
    return plan;
  }
  if (config::takes_samples(options) && options.portfolio != config::Portfolio::coverage) {
    std::uint64_t stream = kFirstStream;
    for (const Sampler& sampler : kSamplers) {
      plan.push_back({{burst(options, sampler.search, stream++)}, sampler.share});
    }
  }
  if (std::vector<Phase> raised = raised_waits(options, plan.front().phases.back());
      !raised.empty()) {
    plan.insert(plan.begin() + 1, {std::move(raised), 0});
  }
  if (!hunts.empty()) plan.push_back({std::move(hunts), kHuntShare});
  return plan;
}

// Returns the word of the option.  Depth-first search with a bound is not a search of its own
// there.
std::string search_name(config::Search search) {
  for (const auto& [word, value] : config::Words<config::Search>::known) {
    if (value == search) return std::string(word);
  }
  return "dfs";
}

const char* points_name(native::PlainPoints points) {
  switch (points) {
    case native::PlainPoints::none:
      break;
    case native::PlainPoints::racing:
      return "racing";
    case native::PlainPoints::shared:
      return "shared";
    case native::PlainPoints::all:
      return "all";
  }
  return "sync";
}

}  // namespace

bool Phase::stays_on_path() const {
  return search.search != config::Search::bfs && search.search != config::Search::mixed &&
         search.search != config::Search::guided && !search.backtrack.complete &&
         search.backtrack.return_chance == 0;
}

Plan make_plan(const config::RunOptions& options) {
  if (config::raises_bounds(options)) return portfolio(options);
  Phase phase = promised_phase(options);
  phase.search.restarts.when_exhausted = false;
  if (options.search == config::Search::auto_) phase.search.search = config::Search::dfs;
  if (config::is_sampling(options.search)) {
    // A sample promises nothing, so it may as well see everything.
    if (options.points == config::Points::auto_) phase.points = native::PlainPoints::all;
    phase.is_sample = true;
    return {{{phase}}};
  }
  // Locations are often plain accesses.
  if (options.search == config::Search::guided && options.points == config::Points::auto_) {
    phase.points = native::PlainPoints::shared;
    return {{{phase}}};
  }
  Member member = {{phase}};
  if (options.points == config::Points::auto_) member.phases.push_back(hunt(phase));
  // After the hunt, which would never come otherwise.
  if (config::restarts_when_exhausted(options)) {
    member.phases.push_back(restart(phase));
    if (has_automatic_rounds(phase)) split_rounds(member.phases.front(), member.phases.back());
  }
  return {member};
}

namespace {

bool has_wide_states(const config::RunOptions& options) {
  return options.visited.kind != config::Visited::Kind::exact;
}

}  // namespace

native::WaitLimits wait_limits(const config::RunOptions& options) {
  return {static_cast<std::uint32_t>(options.early_timeouts.value_or(config::kFirstEarlyTimeouts)),
          static_cast<std::uint32_t>(options.spurious.value_or(config::kFirstSpurious))};
}

native::StateKeeping state_keeping(const Phase& phase, const config::RunOptions& options) {
  native::StateKeeping keeping;
  keeping.compares = phase.search.states == config::States::memory;
  // An error must not depend on how a state was reached.  Where states are compared, the race watch
  // is not part of a snapshot.
  const bool executes_always =
      options.no_snapshots || (keeping.compares && options.races == config::Races::error);
  if (!executes_always) {
    const bool takes_all = keeping.compares || options.snapshots == config::Snapshots::always;
    (takes_all ? keeping.snapshots : keeping.snapshots_when_slow) =
        phase.stays_on_path() ? native::Reach::path : native::Reach::anywhere;
  }
  keeping.spin_history_counts = phase.search.bound.preemptions.has_value();
  keeping.wide = has_wide_states(options);
  keeping.reorders = phase.search.reduce != config::Reduce::none ||
                     phase.search.states == config::States::happens_before;
  // With a scope, a step may contain synchronisation, which orders accesses.
  keeping.watches_blocks =
      keeping.compares && phase.points == native::PlainPoints::racing && !native::flags().has_scope;
  // The rest is for the states that are remembered.
  if (const std::uint64_t limit = fleet::memory_limit(options)) keeping.max_bytes = limit / 2;
  return keeping;
}

native::StateKeeping without_states(const config::RunOptions& options) {
  native::StateKeeping keeping;
  keeping.wide = has_wide_states(options);
  if (!options.no_snapshots) keeping.snapshots_when_slow = native::Reach::path;
  return keeping;
}

result::PhaseCoverage coverage_of(const Phase& phase) {
  result::PhaseCoverage coverage;
  coverage.search_name = search_name(phase.search.search);
  coverage.points = points_name(phase.points);
  coverage.is_hunt = phase.is_hunt;
  coverage.raises_waits = phase.raises_waits;
  coverage.preemptions = phase.search.bound.preemptions;
  coverage.delays = phase.search.bound.delays;
  coverage.depth = phase.search.bound.depth;
  return coverage;
}

std::string to_text(const Phase& phase) {
  const bool remembers = phase.search.states != config::States::none;
  std::string text = phase.is_sample ? "random schedules (" + search_name(phase.search.search) + ')'
                     : remembers     ? "all states"
                                     : "all schedules";
  if (phase.search.reduce != config::Reduce::none && !remembers) text = "inequivalent schedules";
  if (phase.search.bound.preemptions) {
    const std::uint64_t bound = *phase.search.bound.preemptions;
    text = bound == 0
               ? "no preemptions"
               : "at most " + std::to_string(bound) + (bound == 1 ? " preemption" : " preemptions");
  }
  if (phase.search.bound.delays)
    text += ", at most " + std::to_string(*phase.search.bound.delays) + " delays";
  switch (phase.points) {
    case native::PlainPoints::none:
      return text + ", synchronisation";
    case native::PlainPoints::racing:
      return text + ", synchronisation and races";
    case native::PlainPoints::shared:
      return text + ", shared memory";
    case native::PlainPoints::all:
      break;
  }
  return text + ", every memory access";
}

}  // namespace heddle::worker
