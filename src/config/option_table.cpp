#include "config/option_table.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "config/backtrack_fields.hpp"
#include "config/guided_text.hpp"
#include "config/nearest.hpp"
#include "config/option_fields.hpp"
#include "config/priority_text.hpp"
#include "config/scope_text.hpp"

namespace heddle::config {
namespace {

// Enough for any machine, and within the usual limits on open files.
constexpr std::uint64_t kMostJobs = 128;

Status set_jobs(RunOptions& into, std::string_view name, std::string_view value) {
  if (value == "auto") {
    into.jobs = kOnePerCore;
    return Done{};
  }
  const std::optional<std::uint64_t> number = parse_number(value);
  if (!number || *number == 0 || *number > kMostJobs) {
    return bad_value(
        name, value,
        "use a whole number from 1 to " + std::to_string(kMostJobs) + ", or auto for one per core");
  }
  into.jobs = *number;
  return Done{};
}

std::string get_jobs(const RunOptions& from) {
  if (!from.jobs) return {};
  return *from.jobs == kOnePerCore ? "auto" : std::to_string(*from.jobs);
}

Status set_shard(RunOptions& into, std::string_view name, std::string_view value) {
  const std::size_t slash = value.find('/');
  const std::optional<std::uint64_t> number = parse_number(value.substr(0, slash));
  const std::optional<std::uint64_t> count =
      slash == std::string_view::npos ? std::nullopt : parse_number(value.substr(slash + 1));
  if (!number || !count || *number == 0 || *number > *count || *count > Shard::kMost) {
    return bad_value(name, value,
                     "use the number of the shard and the number of shards, e.g. 1/4 to 4/4");
  }
  into.shard = Shard{*number, *count};
  return Done{};
}

std::string get_shard(const RunOptions& from) {
  if (!from.shard) return {};
  return std::to_string(from.shard->number) + '/' + std::to_string(from.shard->count);
}

Status set_visited(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<Visited> visited = parse_visited(value);
  if (!visited) {
    return bad_value(name, value, "use exact, exact128 or bitstate=SIZE, e.g. bitstate=64MiB");
  }
  into.visited = *visited;
  return Done{};
}

std::string get_visited(const RunOptions& from) { return to_text(from.visited); }

Status set_order(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<Order> order = parse_order(value);
  if (!order) {
    return bad_value(name, value, "use one of: default, random, switch, distance, prefer-thread=N");
  }
  into.order = *order;
  return Done{};
}

std::string get_order(const RunOptions& from) { return to_text(from.order); }

Status set_max_memory(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<std::uint64_t> bytes = parse_size(value);
  if (bytes) {
    into.max_memory = {MemoryLimit::Kind::bytes, *bytes};
  } else if (value == "auto" || value == "none") {
    into.max_memory = {value == "auto" ? MemoryLimit::Kind::auto_ : MemoryLimit::Kind::none, 0};
  } else {
    return bad_value(name, value, "use a size such as 512MiB or 4GiB, auto, or none");
  }
  return Done{};
}

std::string get_max_memory(const RunOptions& from) {
  switch (from.max_memory.kind) {
    case MemoryLimit::Kind::auto_:
      return "auto";
    case MemoryLimit::Kind::none:
      return "none";
    case MemoryLimit::Kind::bytes:
      break;
  }
  return size_text(from.max_memory.bytes);
}

// The option was a flag: traces and HEDDLE_OPTIONS of older versions have its values.
Status set_leaks(RunOptions& into, std::string_view name, std::string_view value) {
  if (value == "true") value = "error";
  if (value == "false") value = "report";
  return read_word(into.leaks, name, value);
}

template <auto field>
Status set_time(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<std::chrono::milliseconds> time = parse_duration(value);
  if (!time && value != "none") {
    return bad_value(name, value, "use a duration such as 30s, 5m or 500ms, or none");
  }
  into.*field = time;
  return Done{};
}

template <auto field>
std::string get_time(const RunOptions& from) {
  return from.*field ? to_text(*(from.*field)) : "none";
}

Status set_save_interval(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<std::chrono::milliseconds> time = parse_duration(value);
  if (!time) return bad_value(name, value, "use a duration such as 30s, 5m or 500ms");
  into.save_interval = time;
  return Done{};
}

std::string get_save_interval(const RunOptions& from) {
  return from.save_interval ? to_text(*from.save_interval) : "";
}

Status set_step_time(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<std::chrono::milliseconds> time = parse_duration(value);
  if (time) {
    into.max_step_time = {StepTime::Kind::limit, *time};
  } else if (value == "auto" || value == "none") {
    into.max_step_time = {value == "auto" ? StepTime::Kind::auto_ : StepTime::Kind::none, {}};
  } else {
    return bad_value(name, value, "use a duration such as 30s, 5m or 500ms, auto, or none");
  }
  return Done{};
}

std::string get_step_time(const RunOptions& from) {
  switch (from.max_step_time.kind) {
    case StepTime::Kind::auto_:
      return "auto";
    case StepTime::Kind::none:
      return "none";
    case StepTime::Kind::limit:
      break;
  }
  return to_text(from.max_step_time.limit);
}

Status set_bound(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<Bound> bound = parse_bound(value);
  if (!bound) {
    return bad_value(name, value,
                     "use preemptions=N, delays=N, depth=N (1 or more), several joined by "
                     "commas, or none");
  }
  into.bound = *bound;
  return Done{};
}

std::string get_bound(const RunOptions& from) { return to_text(from.bound); }

// "prog+1a2c/prog+3e4f,...": where two accesses are that race.
Status set_ignored_races(RunOptions& into, std::string_view name, std::string_view value) {
  const std::size_t slash = value.find('/');
  const bool is_pair = slash != std::string_view::npos &&
                       value.substr(0, slash).find('+') != std::string_view::npos &&
                       value.find('\0') == std::string_view::npos;
  if (!is_pair) return bad_value(name, value, "use pairs of locations as written by Heddle");
  into.ignored_races = value;
  return Done{};
}

Status set_launcher(RunOptions& into, std::string_view name, std::string_view value) {
  std::vector<std::string> words = split_at_blanks(value);
  if (words.empty() || value.find('\0') != std::string_view::npos) {
    return bad_value(name, "", "use a command and its arguments, separated by blanks");
  }
  into.launcher = std::move(words);
  return Done{};
}

std::string get_launcher(const RunOptions& from) {
  std::string text;
  for (const std::string& word : from.launcher) text += (text.empty() ? "" : " ") + word;
  return text;
}

using enum OptionGroup;
using R = RunOptions;

constexpr OptionSpec kOptions[] = {
    {"search",
     "auto|dfs|bfs|best-first|guided|iterative-deepening|mixed|prss|random|pct|pos|urw|surw|rff",
     search, false, "select the search strategy", set_word<&R::search>, get_word<&R::search>},
    {"states", "auto|memory|happens-before|none", search, false,
     "prune states that are equal in memory or by happens-before; none: stateless search",
     set_word<&R::states>, get_word<&R::states>},
    {"visited", "exact|exact128|bitstate=SIZE", search, false,
     "store visited states as 64-bit or 128-bit fingerprints, or in a bit-state table", set_visited,
     get_visited},
    {"order", "default|random|switch|distance|prefer-thread=N", search, false,
     "try the choices of a state in this order", set_order, get_order},
    {"bound", "preemptions=N,delays=N,depth=N", search, false,
     "prune schedules beyond these limits", set_bound, get_bound},
    {"priority", "NAME,...", search, false,
     "best-first: order schedules by pb, dpor, mdpor, ss, rand, distance, method=NAME or var=NAME",
     set_priority, get_priority},
    {"via", "LOCATION,...", search, false,
     "drive threads through these locations in order: FILE:LINE, FUNCTION or "
     "FUNCTION+write(VARIABLE)",
     set_via, get_via},
    {"via-file", "FILE", search, false, "read the locations from a file, one per line",
     set_via_file, get_via_file},
    {"heuristic", "distance|random|prefer-thread=N,...", search, false,
     "guided: select the heuristics that choose the next thread", set_heuristic, get_heuristic},
    {"backtrack-states", "N", search, false, "guided: keep at most this many states to return to",
     set_backtrack_states, get_backtrack_states},
    {"guide", "FILE", search, false, "read distances to the locations; written by Heddle for --via",
     set_guide, get_guide},
    {"reduce", "none|sleep|dpor|source|optimal", search, false,
     "prune equivalent schedules by partial-order reduction (POR)", set_word<&R::reduce>,
     get_word<&R::reduce>},
    {"pct-depth", "D", search, false,
     "pct: target errors with this many ordering constraints (bug depth)",
     set_number<&R::pct_depth, 1>, get_number<&R::pct_depth>},
    {"first-turn", "N", search, false,
     "auto: let a sampling search run for N transitions before the next one; the others run longer",
     set_number<&R::first_turn, 1>, get_number<&R::first_turn>},
    {"portfolio", "all|coverage|sampling", search, false,
     "auto: run all searches, or only those for coverage or for sampling; set by --jobs",
     set_word<&R::portfolio>, get_word<&R::portfolio>},
    {"points", "auto|sync|racing|shared|all", search, false,
     "select the operations that are scheduling points", set_word<&R::points>,
     get_word<&R::points>},
    {"focus", "FUNCTION|FILE|/REGEX/,...", search, false,
     "make only operations in this code, and in what it calls, scheduling points", set_focus,
     get_focus},
    {"start", "FUNCTION", search, false,
     "run the default schedule up to the first call of this function and explore from there",
     set_start, get_start},
    {"window", "N[@PLACE]", search, false,
     "explore N operations from an operation number, a function or a random place on", set_window,
     get_window},
    {"scope", "FILE", search, false,
     "read the code of --focus, --start and --window; written by Heddle", set_path<&R::scope>,
     get_path<&R::scope>},
    {"races", "report|error|ignore", search, false,
     "report data races, treat them as errors, or ignore them", set_word<&R::races>,
     get_word<&R::races>},
    {"fail-on", "error|race", search, false,
     "exit with 1 after an error, or also after a reported data race", set_word<&R::fail_on>,
     get_word<&R::fail_on>},
    {"suppressions", "FILE", search, false,
     "suppress the findings that match the patterns in this file", set_path<&R::suppressions>,
     get_path<&R::suppressions>},
    {"ignored-races", "PLACE/PLACE,...", search, false,
     "ignore these data races; Heddle sets this option from --suppressions", set_ignored_races,
     get_path<&R::ignored_races>},
    {"early-timeouts", "auto|N|all", search, false,
     "let up to N timed waits per execution time out early; auto: 1, later more",
     set_waits<&R::early_timeouts>, get_waits<&R::early_timeouts>},
    {"spurious", "auto|N|all", search, false,
     "let up to N waits per execution wake up spuriously; auto: 0, later more",
     set_waits<&R::spurious>, get_waits<&R::spurious>},
    {"livelocks", "report|ignore", search, false, "report or ignore livelocks (fair cycles)",
     set_word<&R::livelocks>, get_word<&R::livelocks>},
    {"leaks", "report|error|ignore", search, false,
     "count memory leaks at the end of some executions, treat those of all as errors, or ignore "
     "them",
     set_leaks, get_word<&R::leaks>},
    {"trust-uninstrumented", "true|false", search, true,
     "accept a search as complete although uninstrumented code accesses memory",
     set_flag<&R::trust_uninstrumented>, get_flag<&R::trust_uninstrumented>},
    {"no-snapshots", "true|false", search, true, "restore states by replay instead of snapshots",
     set_flag<&R::no_snapshots>, get_flag<&R::no_snapshots>},
    {"snapshots", "auto|always", search, false,
     "without comparing states: restore a state from a snapshot if that is faster, or always",
     set_word<&R::snapshots>, get_word<&R::snapshots>},
    {"no-simplify", "true|false", search, true,
     "report an error as found, without simplifying its schedule", set_flag<&R::no_simplify>,
     get_flag<&R::no_simplify>},
    {"jobs", "N|auto", search, false,
     "explore with N processes, one split search or N different ones; auto: one per core (default "
     "1, with prss auto)",
     set_jobs, get_jobs},
    {"shard", "I/N", search, false,
     "explore part I of N; `heddle merge` joins the results (default: explore all)", set_shard,
     get_shard},
    {"mpi", "true|false", search, true,
     "search with all ranks of the MPI job that this process belongs to", set_flag<&R::mpi>,
     get_flag<&R::mpi>},
    {"seed", "N", search, false, "random seed", set_number<&R::seed>, get_number<&R::seed>},
    {"backtrack", "exhaustive|fixed|random|luby", backtrack, false,
     "backtrack early at random, with jumps of this length", set_jump, get_jump},
    {"threshold", "H|auto", backtrack, false, "backtrack early only beyond this depth",
     set_threshold, get_threshold},
    {"ratio", "R|1-d/N", backtrack, false, "probability of going forward, e.g. 0.9 or 1-d/100",
     set_ratio, get_ratio},
    {"switch-ratio", "R|1-d/N|same", backtrack, false,
     "probability of going forward at a context switch", set_switch_ratio, get_switch_ratio},
    {"backtrack-variant", "KEY=WORD,...", backtrack, false,
     "select variants of randomized backtracking", set_variants, get_variants},
    {"complete", "true|false", backtrack, true,
     "explore the pruned states at the end of the search", set_complete, get_complete},
    {"return-chance", "Q", backtrack, false, "probability of resuming a pruned state at each jump",
     set_return_chance, get_return_chance},
    {"restarts", "auto|N|luby=N|none", backtrack, false,
     "restart the search when it is exhausted, or after this many states", set_restarts,
     get_restarts},
    {"time", "DURATION|none", budget, false, "stop the search after this time, e.g. 30s, 5m, 500ms",
     set_time<&R::time>, get_time<&R::time>},
    {"max-executions", "N|none", budget, false, "stop the search after this many executions",
     set_limit<&R::max_executions>, get_limit<&R::max_executions>},
    {"max-states", "N|none", budget, false, "stop the search after this many states",
     set_limit<&R::max_states>, get_limit<&R::max_states>},
    {"max-memory", "SIZE|auto|none", budget, false,
     "stop the search at this much memory; auto: half of the machine's memory", set_max_memory,
     get_max_memory},
    {"max-steps", "N", budget, false, "cut executions that are longer than N steps",
     set_number<&R::max_steps, 1>, get_number<&R::max_steps>},
    {"max-step-time", "DURATION|auto|none", budget, false,
     "treat a longer transition as non-terminating; auto: only one whose state repeats",
     set_step_time, get_step_time},
    {"simplify-time", "DURATION|none", budget, false,
     "simplify the schedule of an error for at most this time", set_time<&R::simplify_time>,
     get_time<&R::simplify_time>},
    {"keep-going", "true|false", budget, true, "do not stop at the first error",
     set_flag<&R::keep_going>, get_flag<&R::keep_going>},
    {"max-errors", "N|none", budget, false,
     "with --keep-going: stop the search after this many errors", set_limit<&R::max_errors>,
     get_limit<&R::max_errors>},
    {"allow-incomplete", "true|false", budget, true,
     "exit with 0 if the budget ended and no error was found", set_flag<&R::allow_incomplete>,
     get_flag<&R::allow_incomplete>},
    {"campaign", "DIR", budget, false,
     "save the search in this folder, and continue the one that is saved there",
     set_path<&R::campaign>, get_path<&R::campaign>},
    {"save-interval", "DURATION", budget, false,
     "with --campaign: save the search at this interval (default 30s, or longer if it takes long)",
     set_save_interval, get_save_interval},
    {"rebuilt", "true|false", budget, true,
     "with --campaign: begin anew with a program that was built again, first with its errors",
     set_flag<&R::rebuilt>, get_flag<&R::rebuilt>},
    {"show-output", "true|false", output, true, "show the output of the program during the search",
     set_flag<&R::show_output>, get_flag<&R::show_output>},
    {"json", "FILE", output, false, "write the result to this file as JSON", set_path<&R::json>,
     get_path<&R::json>},
    {"trace", "FILE", output, false, "write the trace of an error to this file",
     set_path<&R::trace>, get_path<&R::trace>},
    {"traces", "DIR", output, false,
     "heddle test: write the traces of failing tests to this folder", set_path<&R::traces>,
     get_path<&R::traces>},
    {"junit", "FILE", output, false, "write the result to this file as JUnit XML",
     set_path<&R::junit>, get_path<&R::junit>},
    {"html", "FILE", output, false,
     "write the report to this file as an HTML page; heddle test: and a page for each test",
     set_path<&R::html>, get_path<&R::html>},
    {"sarif", "FILE", output, false, "write the findings to this file as SARIF 2.1.0",
     set_path<&R::sarif>, get_path<&R::sarif>},
    {"perfetto", "FILE", output, false,
     "write the failing executions to this file for the trace viewer of Perfetto",
     set_path<&R::perfetto>, get_path<&R::perfetto>},
    {"github", "true|false", output, true, "print the findings as annotations for GitHub Actions",
     set_flag<&R::github>, get_flag<&R::github>},
    {"certificate", "FILE", output, false,
     "write the visited set to this file, for `heddle check-coverage`", set_path<&R::certificate>,
     get_path<&R::certificate>},
    {"force", "true|false", output, true, "overwrite files that Heddle did not write",
     set_flag<&R::force>, get_flag<&R::force>},
    {"quiet", "true|false", output, true, "show no progress", set_flag<&R::quiet>,
     get_flag<&R::quiet>},
    {"progress", "line|json", output, false,
     "show progress as a line, or as one JSON object per line on stderr", set_word<&R::progress>,
     get_word<&R::progress>},
    {"colour", "auto|always|never", output, false, "use colours on the terminal",
     set_word<&R::colour>, get_word<&R::colour>},
    {"launcher", "COMMAND", output, false,
     "start the program through this command, e.g. an emulator", set_launcher, get_launcher},
};

}  // namespace

std::span<const OptionSpec> option_table() { return kOptions; }

const OptionSpec* find_option(std::string_view name) {
  const std::string_view sought = name == "color" ? "colour" : name;
  for (const OptionSpec& option : kOptions) {
    if (option.name == sought) return &option;
  }
  return nullptr;
}

std::string default_text(const OptionSpec& option) { return option.get(RunOptions{}); }

Status set(RunOptions& into, std::string_view name, std::string_view value) {
  const OptionSpec* option = find_option(name);
  if (option == nullptr) return refuse_name(name);
  return option->set(into, option->name, value);
}

Error refuse_name(std::string_view name, std::string_view command) {
  const std::string shown = "--" + std::string(name);
  if (std::find(kPlannedOptions.begin(), kPlannedOptions.end(), name) != kPlannedOptions.end()) {
    return Error{shown + " is not available yet in this version."};
  }
  std::vector<std::string_view> names;
  for (const OptionSpec& option : kOptions) names.push_back(option.name);
  const std::string_view meant = nearest(name, names);
  if (meant.empty()) {
    return Error{"Unknown option " + shown + "; `heddle help " + std::string(command) +
                 "` lists the options."};
  }
  return Error{"Unknown option " + shown + "; did you mean --" + std::string(meant) + "?"};
}

std::map<std::string, std::string> to_map(const RunOptions& options) {
  std::map<std::string, std::string> map;
  for (const OptionSpec& option : kOptions) map[std::string(option.name)] = option.get(options);
  return map;
}

}  // namespace heddle::config
