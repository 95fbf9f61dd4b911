#include "config/combination.hpp"

#include <algorithm>

#include "config/option_fields.hpp"
#include "config/scope_text.hpp"

namespace heddle::config {
namespace {

// "--search pct".
std::string shown(Search search) { return "--search " + word_of(search); }

Status check_budget(const RunOptions& options) {
  // A campaign lasts until the user interrupts it.
  const bool endless =
      !options.time && !options.max_executions && !options.max_states && options.campaign.empty();
  if (is_sampling(options.search) && endless) {
    return Error{shown(options.search) +
                 " cannot run without a limit: sampling never completes; use --time, "
                 "--max-executions or --max-states."};
  }
  return Done{};
}

Status check_exit_codes(const RunOptions& options) {
  if (options.fail_on == FailOn::race && options.races == Races::ignore) {
    return Error{
        "--fail-on race cannot be combined with --races ignore: no data race would be reported; "
        "leave out one of the two."};
  }
  if (options.allow_incomplete && !options.time && !options.max_executions && !options.max_states &&
      options.campaign.empty()) {
    return Error{
        "--allow-incomplete needs a budget that may end; use --time, --max-executions or "
        "--max-states."};
  }
  return Done{};
}

Status check_points(const RunOptions& options) {
  if (options.points != Points::racing || options.races == Races::report) return Done{};
  return Error{
      "--points racing needs the data races that --races report finds; leave out --races, or use "
      "--points shared."};
}

Status check_output(const RunOptions& options) {
  if (options.quiet && options.progress == ProgressForm::json) {
    return Error{
        "--progress json cannot be combined with --quiet: no progress would be written; leave out "
        "one of the two."};
  }
  return Done{};
}

Status check_visited(const SearchOptions& options) {
  const Visited::Kind kind = options.visited.kind;
  if (kind == Visited::Kind::exact) return Done{};
  const bool is_bitstate = kind == Visited::Kind::bitstate;
  if (is_bitstate && options.visited.bytes < sizeof(std::uint64_t)) {
    return Error{"--visited bitstate needs at least 8 bytes; use several megabytes."};
  }
  if (is_sampling(options.search) || resolved(options).states != States::none) return Done{};
  const bool may_store = options.reduce == Reduce::none && options.search != Search::best_first;
  return Error{std::string("--visited ") + (is_bitstate ? "bitstate" : "exact128") +
               " cannot be combined with a stateless search: it stores no states; " +
               (may_store ? "add --states memory." : "leave out --visited.")};
}

Status check_states(const SearchOptions& options) {
  const bool keeps_none = options.states == States::none;
  if (keeps_none && options.visited.kind != Visited::Kind::exact) {
    return Error{
        "--visited cannot be combined with --states none: a stateless search stores no states; "
        "leave out one of the two."};
  }
  if (Status status = check_visited(options); !status) return status;
  if (!is_sampling(options.search)) return Done{};
  if (!keeps_none && options.states != States::auto_) {
    return Error{shown(options.search) +
                 " cannot be combined with --states: sampling stores no states; leave out "
                 "--states, or use --search dfs."};
  }
  if (options.visited.kind != Visited::Kind::exact) {
    return Error{shown(options.search) +
                 " cannot be combined with --visited: sampling stores no states; leave out "
                 "--visited, or use --search dfs."};
  }
  return Done{};
}

Status check_order(const SearchOptions& options) {
  const Order::Kind order = options.order.kind;
  const bool fixed = order != Order::Kind::default_ && order != Order::Kind::random;
  if (fixed && is_sampling(options.search)) {
    return Error{shown(options.search) +
                 " cannot be combined with --order: it chooses at random; leave out --order, or "
                 "use --search dfs."};
  }
  if (fixed && options.search == Search::prss) {
    return Error{
        "--search prss cannot be combined with --order: it tries choices in random order; leave "
        "out --order, or use --search dfs."};
  }
  const bool few_switches = raises_bounds(options) || options.search == Search::context_bounded;
  if (order == Order::Kind::switch_ && few_switches) {
    return Error{
        "--order switch cannot be combined with --search auto: it tries schedules with few context "
        "switches first; use --search dfs."};
  }
  return Done{};
}

// The option of randomized backtracking that differs from its default; empty: none.
std::string_view backtrack_option(const Backtrack& backtrack) {
  const Backtrack defaults;
  if (backtrack.switch_ratio != defaults.switch_ratio) return "--switch-ratio";
  if (backtrack.variants != defaults.variants) return "--backtrack-variant";
  if (backtrack.complete) return "--complete";
  if (backtrack.return_chance > 0) return "--return-chance";
  if (backtrack.ratio != defaults.ratio) return "--ratio";
  if (backtrack.threshold != defaults.threshold) return "--threshold";
  return {};
}

Status check_backtrack(const SearchOptions& options) {
  const Backtrack& backtrack = options.backtrack;
  const std::string_view given = backtrack_option(backtrack);
  if (backtrack.jump != Jump::exhaustive) {
    if (is_sampling(options.search) || options.search == Search::context_bounded) {
      return Error{"--backtrack cannot be combined with " + shown(options.search) +
                   ": it does not backtrack; use --search dfs, prss, iterative-deepening, mixed or "
                   "bfs."};
    }
    const bool is_on_path = !given.empty() && given != "--ratio" && given != "--threshold";
    if (options.search == Search::bfs && is_on_path) {
      return Error{std::string(given) +
                   " cannot be combined with --search bfs: it needs a path to backtrack on; use "
                   "--search dfs or mixed."};
    }
    return Done{};
  }
  const bool mixes = options.search == Search::mixed && given == "--threshold";
  if (given.empty() || mixes) return Done{};
  return Error{
      std::string(given) +
      " cannot be used without randomized backtracking; add --backtrack fixed, random or luby."};
}

Status check_pct(const SearchOptions& options) {
  if (options.search == Search::pct || options.pct_depth == SearchOptions{}.pct_depth)
    return Done{};
  return Error{
      "--pct-depth cannot be used without --search pct; add it, or leave out --pct-depth."};
}

Status check_restarts(const SearchOptions& options) {
  if (options.restarts.every == 0) return Done{};
  if (is_sampling(options.search)) {
    return Error{shown(options.search) +
                 " cannot be combined with --restarts: it restarts after each execution; leave out "
                 "--restarts."};
  }
  const bool is_random = options.order.kind == Order::Kind::random ||
                         options.search == Search::prss || options.search == Search::mixed ||
                         options.backtrack.jump != Jump::exhaustive;
  if (is_random && options.backtrack.complete && !options.restarts.luby) {
    return Error{
        "--complete cannot be combined with --restarts after a fixed number of states: the search "
        "may never complete; use --restarts luby=N."};
  }
  if (is_random) return Done{};
  return Error{
      "--restarts cannot be used with a deterministic search: every restart would repeat it; add "
      "--order random or --backtrack random."};
}

Status check_best_first(const SearchOptions& options) {
  if (options.search != Search::best_first) {
    if (options.priority.empty()) return Done{};
    return Error{
        "--priority cannot be used without --search best-first; add it, or leave out --priority."};
  }
  if (options.states != States::auto_ && options.states != States::none) {
    return Error{
        "--search best-first cannot be combined with --states: it is stateless; leave out "
        "--states, or use --search bfs."};
  }
  if (options.order.kind != Order::Kind::default_) {
    return Error{
        "--search best-first cannot be combined with --order: --priority orders its schedules; "
        "leave out --order."};
  }
  if (options.backtrack.jump != Jump::exhaustive || options.restarts.every > 0) {
    return Error{
        "--search best-first cannot be combined with --backtrack or --restarts: it executes every "
        "schedule once; leave them out."};
  }
  return Done{};
}

bool goes_by_distance(const SearchOptions& options) {
  return options.order.kind == Order::Kind::distance ||
         std::any_of(options.priority.begin(), options.priority.end(),
                     [](const Priority& part) { return part.kind == Priority::Kind::distance; });
}

bool has_locations(const Guided& guided) {
  return !guided.via.empty() || !guided.via_file.empty() || guided.guidance != nullptr;
}

Status check_guided(const SearchOptions& options) {
  const bool is_guided = options.search == Search::guided;
  if ((is_guided || goes_by_distance(options)) && !has_locations(options.guided)) {
    return Error{std::string(is_guided ? "--search guided" : "distance") +
                 " needs locations; use --via or --via-file."};
  }
  if (!is_guided) return Done{};
  if (options.order.kind != Order::Kind::default_) {
    return Error{
        "--order cannot be combined with --search guided: the heuristic decides; use --heuristic."};
  }
  if (options.backtrack.jump != Jump::exhaustive || options.restarts.every > 0) {
    return Error{
        "--backtrack and --restarts cannot be combined with --search guided: it draws the states "
        "that it returns to; leave them out."};
  }
  return Done{};
}

// Applies to the command line only: a phase that follows a guided search keeps its locations.
Status check_use_of_locations(const RunOptions& options) {
  const bool is_guided = options.search == Search::guided;
  if (has_locations(options.guided) && !is_guided && !goes_by_distance(options)) {
    return Error{
        "--via needs a search that uses locations; use --search guided, --order distance or "
        "--priority distance."};
  }
  if (is_guided) return Done{};
  if (options.guided.heuristic != Heuristic{}) {
    return Error{"--heuristic needs --search guided; use both, or neither."};
  }
  if (options.guided.backtrack_states != Guided{}.backtrack_states) {
    return Error{"--backtrack-states needs --search guided; use both, or neither."};
  }
  return Done{};
}

// A reduction is sound only where nothing else decides which schedules are left out.
Status check_reduce(const SearchOptions& options) {
  if (options.reduce == Reduce::none) return Done{};
  const bool is_best_first = options.search == Search::best_first;
  if (options.search != Search::auto_ && options.search != Search::dfs && !is_best_first) {
    return Error{"--reduce cannot be combined with " + shown(options.search) +
                 ": POR needs complete schedules; use --search dfs or best-first."};
  }
  if (is_best_first && options.reduce == Reduce::optimal) {
    return Error{
        "--reduce optimal cannot be combined with --search best-first: it explores depth first; "
        "use --reduce source."};
  }
  const bool is_sleep = options.reduce == Reduce::sleep && options.states == States::memory;
  if (options.states != States::auto_ && options.states != States::none && !is_sleep) {
    return Error{"--reduce " + word_of(options.reduce) + " cannot be combined with --states " +
                 word_of(options.states) +
                 ": pruning at visited states hides reversible races; use --reduce sleep with "
                 "--states memory."};
  }
  if (is_sleep && options.visited.kind == Visited::Kind::bitstate) {
    return Error{
        "--reduce sleep cannot be combined with --visited bitstate: a bit-state table stores no "
        "sleep sets; use --visited exact."};
  }
  if (options.backtrack.jump != Jump::exhaustive || options.restarts.every > 0) {
    return Error{
        "--reduce cannot be combined with --backtrack or --restarts: POR must execute every "
        "schedule that it requires; leave them out."};
  }
  if (options.bound.depth || options.bound.delays) {
    return Error{
        "--reduce cannot be combined with --bound depth or delays: POR may prune the only schedule "
        "within the bound; leave out one of the two."};
  }
  if (options.bound.preemptions && options.reduce != Reduce::dpor) {
    return Error{"--reduce " + word_of(options.reduce) +
                 " cannot be combined with --bound preemptions: it may prune the only schedule "
                 "within the bound; use --reduce dpor."};
  }
  return Done{};
}

Status check_turns(const RunOptions& options) {
  if (options.search == Search::auto_ || options.first_turn == RunOptions{}.first_turn)
    return Done{};
  return Error{"--first-turn cannot be combined with " + shown(options.search) +
               ": only the searches of --search auto take turns; leave out --first-turn."};
}

Status check_portfolio(const RunOptions& options) {
  if (options.portfolio == Portfolio::all || takes_samples(options)) return Done{};
  return Error{"--portfolio " + word_of(options.portfolio) +
               " needs the sampling searches of --search auto; leave out --bound, --reduce, "
               "--backtrack, --restarts, --states happens-before and other searches."};
}

Status check_snapshots(const RunOptions& options) {
  if (options.snapshots != Snapshots::always) return Done{};
  if (options.no_snapshots) {
    return Error{"--snapshots cannot be combined with --no-snapshots; leave out one of the two."};
  }
  if (resolved(options).states == States::memory) {
    return Error{
        "--snapshots is for searches that do not compare states: the others always take snapshots; "
        "leave it out, or use --states none."};
  }
  return Done{};
}

Status check_simplification(const RunOptions& options) {
  if (!options.no_simplify || options.simplify_time == RunOptions{}.simplify_time) return Done{};
  return Error{
      "--simplify-time cannot be combined with --no-simplify: no schedule would be simplified; "
      "leave out one of the two."};
}

// A transition under --focus or --window consists of operations of several threads: what commutes
// is not known of it.
Status check_scope(const RunOptions& options) {
  if (!options.start.empty() && !options.window.function.empty()) {
    return Error{
        "--start cannot be combined with --window N@FUNCTION: both name the place where the search "
        "begins; use --start with --window N."};
  }
  const std::string given = scope_option(options);
  if (given.empty() || given == "--start") return Done{};
  if (options.reduce != Reduce::none) {
    return Error{given + " cannot be combined with --reduce " + word_of(options.reduce) +
                 ": POR needs single operations as transitions; leave out --reduce."};
  }
  if (options.states == States::happens_before) {
    return Error{given +
                 " cannot be combined with --states happens-before: it needs single operations as "
                 "transitions; use --states memory."};
  }
  return Done{};
}

// Shards do not communicate, so each must be able to tell its part from the state of the program.
Status check_shard(const RunOptions& options) {
  if (!options.shard) return Done{};
  if (options.jobs.value_or(1) != 1) {
    return Error{"--shard cannot be combined with --jobs; start more shards instead."};
  }
  if (!options.certificate.empty()) {
    return Error{
        "--shard cannot be combined with --certificate: a shard does not visit all states; leave "
        "out one of the two."};
  }
  if (is_sampling(options.search)) return Done{};
  const SearchOptions search = resolved(options);
  if (!can_be_sharded(search)) {
    return Error{
        "--shard needs a search whose parts do not depend on each other; use --search dfs without "
        "--reduce, --backtrack and --order random, or a sampling search such as --search random."};
  }
  const bool is_drawn =
      options.window.count > 0 && !options.window.begin && options.window.function.empty();
  if (is_drawn) {
    return Error{"--shard cannot be combined with a random --window; use --window N@PLACE."};
  }
  if (options.points == Points::shared) {
    return Error{
        "--shard cannot be combined with --points shared: which memory is shared is learned in the "
        "order of the search; use --points all."};
  }
  if (search.states == States::none) return Done{};
  if (options.bound.preemptions || options.bound.delays || options.bound.depth) {
    return Error{
        "--shard with --states memory cannot be combined with --bound: a state may be explored "
        "again in another shard; use --states none."};
  }
  if (options.livelocks == Livelocks::report) {
    return Error{
        "--shard with --states memory cannot report livelocks: a cycle may lie in several shards; "
        "add --livelocks ignore, or use --states none."};
  }
  const bool learns_races = options.races == Races::report &&
                            (options.points == Points::auto_ || options.points == Points::racing);
  if (learns_races) {
    return Error{
        "--shard with --states memory cannot find racing memory, whose accesses may lie in several "
        "shards; add --points sync or --points all, or use --states none."};
  }
  return Done{};
}

// The set of visited states must not depend on the order of the search.
Status check_certificate(const RunOptions& options) {
  if (options.certificate.empty()) return Done{};
  const bool has_bounds = options.bound.preemptions || options.bound.delays || options.bound.depth;
  const bool visits_all = options.backtrack.jump == Jump::exhaustive &&
                          options.restarts.every == 0 && options.reduce == Reduce::none &&
                          options.visited.kind != Visited::Kind::bitstate;
  const bool is_plain = options.search == Search::dfs || options.search == Search::bfs;
  if (is_plain && visits_all && !has_bounds && resolved(options).states == States::memory &&
      options.jobs.value_or(1) == 1 && scope_option(options).empty()) {
    return Done{};
  }
  return Error{
      "--certificate needs one search of all states, without bounds and reduction; use --search "
      "dfs "
      "--states memory."};
}

Status check_campaign(const RunOptions& options) {
  if (options.campaign.empty()) {
    if (options.save_interval) {
      return Error{"--save-interval cannot be used without --campaign; add it, or leave it out."};
    }
    if (!options.rebuilt) return Done{};
    return Error{"--rebuilt cannot be used without --campaign; name its folder."};
  }
  if (options.jobs.value_or(1) != 1) {
    return Error{
        "--campaign cannot be combined with several processes: it saves one process; use --jobs "
        "1."};
  }
  if (!options.launcher.empty()) {
    return Error{
        "--campaign cannot be combined with --launcher: the memory of an emulator cannot be saved; "
        "leave out one of the two."};
  }
  if (!options.suppressions.empty() && options.races == Races::error) {
    return Error{
        "--campaign cannot be combined with --suppressions and --races error: a suppressed race "
        "would begin the search again; leave out one of them."};
  }
  return Done{};
}

Status check_mpi(const RunOptions& options) {
  if (!options.mpi) return Done{};
  if (options.jobs) {
    return Error{
        "--mpi cannot be combined with --jobs: each rank runs one search; start more ranks "
        "instead."};
  }
  if (options.shard) {
    return Error{"--mpi cannot be combined with --shard: ranks share the search; leave out one."};
  }
  if (!options.campaign.empty()) {
    return Error{
        "--mpi cannot be combined with --campaign, which saves one process; leave out one of the "
        "two."};
  }
  return Done{};
}

}  // namespace

Status check_search(const SearchOptions& options) {
  for (const auto check : {check_states, check_order, check_backtrack, check_best_first,
                           check_guided, check_pct, check_restarts, check_reduce}) {
    if (Status status = check(options); !status) return status;
  }
  return Done{};
}

Status check_combination(const RunOptions& options) {
  if (Status status = check_budget(options); !status) return status;
  if (Status status = check_exit_codes(options); !status) return status;
  if (Status status = check_points(options); !status) return status;
  if (Status status = check_output(options); !status) return status;
  if (Status status = check_use_of_locations(options); !status) return status;
  if (Status status = check_certificate(options); !status) return status;
  if (Status status = check_snapshots(options); !status) return status;
  if (Status status = check_simplification(options); !status) return status;
  if (Status status = check_turns(options); !status) return status;
  if (Status status = check_portfolio(options); !status) return status;
  if (Status status = check_scope(options); !status) return status;
  if (Status status = check_shard(options); !status) return status;
  if (Status status = check_campaign(options); !status) return status;
  if (Status status = check_mpi(options); !status) return status;
  return check_search(options);
}

}  // namespace heddle::config
