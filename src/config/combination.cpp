#include "config/combination.hpp"

#include <algorithm>

#include "config/option_fields.hpp"

namespace heddle::options {
namespace {

// "--search pct".
std::string shown(Search search) { return "--search " + word_of(search); }

Status check_budget(const RunOptions& options) {
  const bool endless = !options.time && !options.max_executions && !options.max_states;
  if (is_sampling(options.search) && endless) {
    return Error{shown(options.search) +
                 " never ends by itself; give it --time, --max-executions or --max-states."};
  }
  return Done{};
}

Status check_bitstate(const SearchOptions& options) {
  if (options.visited.kind != Visited::Kind::bitstate) return Done{};
  if (options.visited.bytes < sizeof(std::uint64_t)) {
    return Error{"--visited bitstate needs at least 8 bytes, better many megabytes."};
  }
  if (is_sampling(options.search) || resolved(options).states != States::none) return Done{};
  return Error{
      "--visited bitstate cannot be combined with a search of schedules, which stores no states; "
      "give --states memory."};
}

Status check_states(const SearchOptions& options) {
  const bool keeps_none = options.states == States::none;
  if (keeps_none && options.visited.kind != Visited::Kind::exact) {
    return Error{"--visited says how states are kept, and --states none keeps none; give one."};
  }
  if (Status status = check_bitstate(options); !status) return status;
  if (!is_sampling(options.search)) return Done{};
  if (!keeps_none && options.states != States::auto_) {
    return Error{shown(options.search) +
                 " remembers no states; leave out --states, or use --search dfs."};
  }
  if (options.visited.kind != Visited::Kind::exact) {
    return Error{shown(options.search) +
                 " remembers no states; leave out --visited, or use --search dfs."};
  }
  return Done{};
}

Status check_order(const SearchOptions& options) {
  const Order::Kind order = options.order.kind;
  const bool fixed = order == Order::Kind::switch_ || order == Order::Kind::prefer_thread;
  if (fixed && is_sampling(options.search)) {
    return Error{shown(options.search) +
                 " chooses at random; leave out --order, or use --search dfs."};
  }
  if (fixed && options.search == Search::prss) {
    return Error{"--search prss tries choices in random order; leave out --order, or use dfs."};
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
  if (backtrack.adapt) return "--adapt";
  if (backtrack.complete) return "--complete";
  if (backtrack.return_chance > 0) return "--return-chance";
  if (backtrack.ratio != defaults.ratio) return "--ratio";
  if (backtrack.threshold != defaults.threshold) return "--threshold";
  return {};
}

Status check_backtrack(const SearchOptions& options) {
  const Backtrack& backtrack = options.backtrack;
  if (backtrack.jump != Jump::exhaustive) {
    if (is_sampling(options.search) || options.search == Search::iterative_deepening ||
        options.search == Search::mixed || options.search == Search::context_bounded) {
      return Error{
          "--backtrack is for searches that go back by choice; use it with --search dfs, prss or "
          "bfs."};
    }
    if (options.search == Search::bfs && backtrack.jump != Jump::random) {
      return Error{"--search bfs does not jump back; use --backtrack random, or --search dfs."};
    }
    return Done{};
  }
  const std::string_view given = backtrack_option(backtrack);
  const bool mixes = options.search == Search::mixed && given == "--threshold";
  if (given.empty() || mixes) return Done{};
  return Error{std::string(given) +
               " is about randomized backtracking; give --backtrack fixed, random or luby too."};
}

Status check_pct(const SearchOptions& options) {
  if (options.search == Search::pct || options.pct_depth == SearchOptions{}.pct_depth)
    return Done{};
  return Error{"--pct-depth is about --search pct; give that too, or leave it out."};
}

Status check_restarts(const SearchOptions& options) {
  if (options.restarts.every == 0) return Done{};
  if (is_sampling(options.search)) {
    return Error{shown(options.search) +
                 " begins again after each execution; leave out --restarts."};
  }
  const bool is_random = options.order.kind == Order::Kind::random ||
                         options.search == Search::prss ||
                         options.backtrack.jump != Jump::exhaustive;
  if (is_random && options.backtrack.complete && !options.restarts.luby) {
    return Error{
        "--complete cannot be combined with --restarts after a fixed number of states: the search "
        "may never complete; use --restarts luby=N."};
  }
  if (is_random) return Done{};
  return Error{
      "--restarts would repeat the same search; give --order random or --backtrack random too."};
}

Status check_best_first(const SearchOptions& options) {
  if (options.search != Search::best_first) {
    if (options.priority.empty()) return Done{};
    return Error{"--priority is for --search best-first; give both, or neither."};
  }
  if (options.states != States::auto_ && options.states != States::none) {
    return Error{
        "--search best-first goes by whole schedules and remembers no states; leave out --states, "
        "or use --search bfs."};
  }
  if (options.order.kind != Order::Kind::default_) {
    return Error{"--search best-first goes by --priority; leave out --order."};
  }
  if (options.backtrack.jump != Jump::exhaustive || options.restarts.every > 0) {
    return Error{
        "--search best-first executes every schedule once; leave out --backtrack and --restarts."};
  }
  return Done{};
}

bool goes_by_distance(const SearchOptions& options) {
  return options.order.kind == Order::Kind::distance ||
         std::any_of(options.priority.begin(), options.priority.end(),
                     [](const Priority& part) { return part.kind == Priority::Kind::distance; });
}

Status check_guided(const SearchOptions& options) {
  const Guided& guided = options.guided;
  const bool has_locations =
      !guided.via.empty() || !guided.via_file.empty() || guided.guidance != nullptr;
  const bool is_guided = options.search == Search::guided;
  if ((is_guided || goes_by_distance(options)) && !has_locations) {
    return Error{std::string(is_guided ? "--search guided" : "distance") +
                 " needs locations; give --via or --via-file."};
  }
  if (has_locations && !is_guided && !goes_by_distance(options)) {
    return Error{
        "--via is for --search guided, --order distance and --priority distance; give one of "
        "them."};
  }
  if (!is_guided) {
    if (guided.heuristic == Heuristic{}) return Done{};
    return Error{"--heuristic is for --search guided; give both, or neither."};
  }
  if (options.order.kind != Order::Kind::default_) {
    return Error{"--search guided goes by --heuristic; leave out --order."};
  }
  if (options.backtrack.jump != Jump::exhaustive || options.restarts.every > 0) {
    return Error{
        "--search guided draws the states that it returns to; leave out --backtrack and "
        "--restarts."};
  }
  return Done{};
}

// A reduction is sound only where nothing else decides which schedules are left out.
Status check_reduce(const SearchOptions& options) {
  if (options.reduce == Reduce::none) return Done{};
  const bool is_best_first = options.search == Search::best_first;
  if (options.search != Search::auto_ && options.search != Search::dfs && !is_best_first) {
    return Error{"--reduce learns from whole schedules; use it with --search dfs or best-first."};
  }
  if (is_best_first && options.reduce == Reduce::optimal) {
    return Error{
        "--reduce optimal goes depth first; use --reduce source with --search best-first."};
  }
  const bool is_sleep = options.reduce == Reduce::sleep && options.states == States::memory;
  if (options.states != States::auto_ && options.states != States::none && !is_sleep) {
    return Error{
        "--reduce learns from what follows a state, which --states memory and happens-before leave "
        "out where a state is known; give one of the two, or --reduce sleep with --states memory."};
  }
  if (is_sleep && options.visited.kind == Visited::Kind::bitstate) {
    return Error{
        "--reduce sleep remembers who slept at a state, for which three bits are too few; leave "
        "out --visited bitstate."};
  }
  if (options.backtrack.jump != Jump::exhaustive || options.restarts.every > 0) {
    return Error{
        "--reduce must see every schedule that it asks for; leave out --backtrack and "
        "--restarts."};
  }
  if (options.bound.depth || options.bound.delays) {
    return Error{
        "--reduce may leave out the one order of steps that a bound on depth or delays admits; "
        "leave out one of the two."};
  }
  if (options.bound.preemptions && options.reduce != Reduce::dpor) {
    return Error{
        "Of --reduce, only dpor keeps the promise of a bound on preemptions; the others may leave "
        "out the one order of steps that the bound admits."};
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
  return check_search(options);
}

}  // namespace heddle::options
