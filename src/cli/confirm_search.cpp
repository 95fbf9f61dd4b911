#include "cli/confirm_search.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <utility>

#include "cli/guide_file.hpp"
#include "cli/interrupt.hpp"
#include "cli/site_finder.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"
#include "cli/warning_match.hpp"
#include "config/option_table.hpp"
#include "fleet/portfolio.hpp"
#include "report/code_frames.hpp"
#include "report/joinable_thread.hpp"
#include "report/not_seen_text.hpp"
#include "report/race_text.hpp"
#include "report/suppressions.hpp"
#include "report/symbolized.hpp"
#include "report/text_report.hpp"
#include "result/ignored_races.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::cli {
namespace {

using Clock = std::chrono::steady_clock;
using config::RunOptions;
using guidance::Site;
using guidance::Warning;

// A shorter search is not worth its start.
constexpr std::chrono::milliseconds kShortest{50};

// Each ignored race costs a repetition of the search.
constexpr std::size_t kMostIgnoredRaces = 200;

// The search for the error of one warning.
class Hunt {
 public:
  Hunt(const ConfirmJob& job, SiteFinder& finder, InterruptGuard& interrupt, Warning warning)
      : job_(job), finder_(finder), interrupt_(interrupt) {
    result_.warning = std::move(warning);
  }

  Result<Confirmation> answer();

 private:
  enum class End : std::uint8_t { decided, open };
  // Races that `heddle run` suppresses, or all but that of the warning.
  enum class Ignored : std::uint8_t { suppressed, other };

  bool find_sites();
  bool find(Site& site);
  RunOptions base_options() const;
  RunOptions exhaustive_options() const;
  Status search_all();
  Result<End> search_along(const std::vector<Site>& sequence, Clock::time_point deadline);
  Result<End> search(RunOptions options, bool can_refute, Clock::time_point deadline);
  Result<fleet::PortfolioOutcome> explore(const RunOptions& options);
  bool take_failure(const fleet::PortfolioOutcome& found);
  void record(const RunOptions& options, const result::RunResult& found);
  bool take_match(fleet::WorkerOutcome& outcome);
  bool take_trace(std::optional<trace::Trace>& trace, const std::vector<RacingStacks>& races);
  RacingStacks stacks_of(const result::FoundRace& race);
  void add_other(result::FoundError error, std::optional<trace::Trace> trace);
  void refute(result::RunResult& result);
  bool pass_over(const result::RunResult& found, RunOptions& options);
  bool ignore_races(const result::RunResult& found, RunOptions& options, Ignored which);
  void note(std::string text);

  const ConfirmJob& job_;
  SiteFinder& finder_;
  InterruptGuard& interrupt_;
  symbolize::Symbolizer symbolizer_;
  report::Suppressions suppressions_;  // known races of the C++ library
  Confirmation result_;
  Warning sought_;  // the warning with the paths of the program
  std::string ignored_races_;
  std::size_t ignored_ = 0;
  bool is_entangled_ = false;  // an ignored race or another error may hide the warning's
};

void Hunt::note(std::string text) {
  std::vector<std::string>& notes = result_.notes;
  if (std::find(notes.begin(), notes.end(), text) == notes.end()) notes.push_back(std::move(text));
}

bool Hunt::find(Site& site) {
  const FoundSite& found = finder_.find(site);
  if (found.via.empty()) {
    note(found.problem);
    return false;
  }
  site.file = found.file;
  return true;
}

// Looks up the sites in the program; false when it lacks one that is needed.
bool Hunt::find_sites() {
  sought_ = result_.warning;
  bool all = true;
  for (Site& site : sought_.sites) all &= find(site);
  for (guidance::CycleStep& step : sought_.cycle) {
    all &= find(step.wants);
    if (step.holds && !find(*step.holds)) step.holds.reset();
  }
  return all;
}

Result<Confirmation> Hunt::answer() {
  if (guidance::all_sites(result_.warning).empty()) {
    note("The report names no file and line; build the program with -g, and repeat the report.");
  } else if (!can_be_checked(result_.warning)) {
    note("Heddle has no check for warnings of this kind.");
  } else if (find_sites()) {
    if (Status status = search_all(); !status.ok()) return status.error();
    if (interrupt_.interrupted()) note("The search was interrupted.");
  }
  const bool has_failed = !result_.internal_error.empty() || !result_.divergence.empty();
  if (has_failed && result_.answer == Answer::not_confirmed) result_.answer = Answer::failed;
  return std::move(result_);
}

// Races decide nothing but warnings about races, which need every execution observed.
RunOptions Hunt::base_options() const {
  RunOptions options = job_.options;
  options.races = is_about_races(sought_) ? config::Races::error : config::Races::ignore;
  options.points = config::Points::shared;
  options.livelocks = config::Livelocks::ignore;
  options.ignored_races = ignored_races_;
  options.json.clear();
  options.trace.clear();
  return options;
}

// Two states with equal memory may differ in happens-before, so a search for a race stores none.
RunOptions Hunt::exhaustive_options() const {
  RunOptions options = base_options();
  options.guided = {};
  if (is_about_races(sought_)) {
    options.search = config::Search::dfs;
    options.reduce = config::Reduce::source;
  }
  return options;
}

Status Hunt::search_all() {
  const auto budget = job_.options.time.value_or(std::chrono::hours(24 * 365));
  const Clock::time_point end = Clock::now() + budget;
  const std::vector<std::vector<Site>> sequences = guidance::sequences(sought_);
  for (const std::vector<Site>& sequence : sequences) {
    const auto share = budget / static_cast<int>(2 * sequences.size());
    const Result<End> ended = search_along(sequence, std::min(end, Clock::now() + share));
    if (!ended.ok()) return ended.error();
    if (*ended == End::decided) return Done{};
  }
  const Result<End> ended = search(exhaustive_options(), true, end);
  if (!ended.ok()) return ended.error();
  return Done{};
}

// A guided search prunes at visited states: it covers deadlocks and memory errors, but not races.
Result<Hunt::End> Hunt::search_along(const std::vector<Site>& sequence,
                                     Clock::time_point deadline) {
  RunOptions options = base_options();
  options.search = config::Search::guided;
  for (const Site& site : sequence) options.guided.via.push_back(finder_.find(site).via);
  GuideFile guide;
  const Status made = guide.make(job_.program.path, options);
  if (!made.ok()) return made.error();
  return search(std::move(options), !is_about_races(sought_), deadline);
}

// Searches until the warning is decided, the search ends or the time is over.
Result<Hunt::End> Hunt::search(RunOptions options, bool can_refute, Clock::time_point deadline) {
  while (!interrupt_.interrupted()) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (left < kShortest) break;
    options.time = left;
    Result<fleet::PortfolioOutcome> found = explore(options);
    if (!found.ok()) return found.error();
    fleet::WorkerOutcome& outcome = found->outcome;
    record(options, outcome.result);
    if (take_failure(*found)) return result_.divergence.empty() ? End::open : End::decided;
    if (ignore_races(outcome.result, options, Ignored::suppressed)) continue;
    if (take_match(outcome)) return End::decided;
    if (outcome.result.verdict == result::RunVerdict::complete) {
      if (can_refute) refute(outcome.result);
      return can_refute ? End::decided : End::open;
    }
    if (!pass_over(outcome.result, options)) break;
  }
  return End::open;
}

Result<fleet::PortfolioOutcome> Hunt::explore(const RunOptions& options) {
  fleet::WorkerCommand command;
  command.argv = options.launcher;
  command.argv.push_back(job_.program.path);
  command.argv.insert(command.argv.end(), job_.arguments.begin(), job_.arguments.end());
  StatusLine status(stderr, terminal_of(STDERR_FILENO, options.colour), options.quiet,
                    std::chrono::duration<double>(*options.time).count());
  return fleet::run_portfolio(command, options, [&](const fleet::Progress& progress) {
    status.update(progress);
    return !interrupt_.interrupted();
  });
}

// True when the result of the search is void: Heddle failed, or the program is not deterministic.
bool Hunt::take_failure(const fleet::PortfolioOutcome& found) {
  const fleet::WorkerOutcome& outcome = found.outcome;
  for (const fleet::LostMember& member : found.lost) {
    note(fmt::format("Search {} died: {}.", member.number, member.death));
  }
  const bool is_error = outcome.result.verdict == result::RunVerdict::error && outcome.result.error;
  if (!outcome.divergence.empty()) {
    result_.divergence = outcome.divergence;
  } else if (is_error && outcome.result.error->kind == FailureKind::divergence) {
    result_.divergence = outcome.result.error->message;
  } else if (!outcome.internal_error.empty()) {
    result_.internal_error = outcome.internal_error;
  } else if (!outcome.unexplained_death.empty()) {
    result_.internal_error = "the search died: " + outcome.unexplained_death;
  } else {
    return false;
  }
  return true;
}

void Hunt::record(const RunOptions& options, const result::RunResult& found) {
  Attempt attempt;
  attempt.search = config::find_option("search")->get(options);
  attempt.via = options.guided.via;
  attempt.coverage = result::coverage_text(found.coverage);
  attempt.states = found.states;
  attempt.executions = found.executions;
  attempt.seconds = found.seconds;
  result_.attempts.push_back(std::move(attempt));
}

// Keeps the trace of the predicted error, if the search found it, and those of other errors.
bool Hunt::take_match(fleet::WorkerOutcome& outcome) {
  // A process that died leaves no trace.
  if (!outcome.trace && outcome.result.error) add_other(*outcome.result.error, std::nullopt);
  std::vector<RacingStacks> races;
  for (const result::FoundRace& race : outcome.result.races) races.push_back(stacks_of(race));
  if (take_trace(outcome.trace, races)) return true;
  return std::any_of(outcome.further_traces.begin(), outcome.further_traces.end(),
                     [&](std::optional<trace::Trace>& trace) { return take_trace(trace, races); });
}

RacingStacks Hunt::stacks_of(const result::FoundRace& race) {
  return {report::frames_of(race.earlier.stack, symbolizer_),
          report::frames_of(race.later.stack, symbolizer_), report::variable_of(race, symbolizer_)};
}

bool Hunt::take_trace(std::optional<trace::Trace>& trace, const std::vector<RacingStacks>& races) {
  if (!trace || !trace->failure) return false;
  const report::SymbolizedTrace symbols = report::symbolize_trace(*trace, symbolizer_);
  const bool matches = is_failure_of(sought_, *trace, symbols, races);
  report::name_joinable_thread(*trace, symbols);
  result::FoundError error = report::found_error(*trace, symbols);
  if (matches) {
    result_.answer = Answer::confirmed;
    if (is_vague(sought_, *trace, symbols)) {
      note(
          "The report names no variable and no calls: it may be about another access at these "
          "lines.");
    }
    result_.error = std::move(error);
    result_.trace = std::move(trace);
    return true;
  }
  is_entangled_ |= error.kind != FailureKind::race && has_lines_of(sought_, *trace, symbols);
  add_other(std::move(error), std::move(trace));
  return false;
}

void Hunt::add_other(result::FoundError error, std::optional<trace::Trace> trace) {
  std::vector<result::FoundError>& others = result_.other_errors;
  const auto is_it = [&](const result::FoundError& other) { return result::is_same(other, error); };
  if (std::any_of(others.begin(), others.end(), is_it)) return;
  others.push_back(std::move(error));
  result_.other_traces.push_back(std::move(trace));
}

void Hunt::refute(result::RunResult& result) {
  report::tell_not_seen(result, symbolizer_);
  for (const std::string& left_out : result.unwatched) note("Not covered: " + left_out + ".");
  if (is_entangled_) {
    note(
        "Another error at these lines may hide this one, or be the same; correct it, and repeat "
        "the search.");
    return;
  }
  result_.answer = Answer::refuted;
  result_.is_under_sc = !result.weak_orders.empty();
  const result::PhaseCoverage* const last = result::last_promised(result.coverage);
  result_.is_within_waits = last != nullptr && excludes_waits(last->search);
}

// Lets the next search go past an error that the warning does not predict; false when it cannot.
bool Hunt::pass_over(const result::RunResult& found, RunOptions& options) {
  if (found.verdict != result::RunVerdict::error || !found.error) return false;
  if (found.error->kind == FailureKind::race) return ignore_races(found, options, Ignored::other);
  note("Executions end at another error; correct it, and repeat the search.");
  return !std::exchange(options.keep_going, true);
}

// The race detector keeps the last write of each byte, so an ignored race may hide another one.
bool Hunt::ignore_races(const result::RunResult& found, RunOptions& options, Ignored which) {
  if (!found.error || found.error->kind != FailureKind::race) return false;
  const std::size_t before = ignored_;
  for (const result::FoundRace& race : found.races) {
    const RacingStacks stacks = stacks_of(race);
    const std::string text = result::ignored_race_text(race);
    const bool is_suppressed = report::is_suppressed(race, suppressions_, symbolizer_);
    const bool is_wanted =
        which == Ignored::suppressed ? is_suppressed : !is_race_of(sought_, stacks);
    if (!is_wanted || ignored_ >= kMostIgnoredRaces) continue;
    if (ignored_races_.find(text) != std::string::npos) continue;
    if (is_suppressed) note("A known data race of the C++ library was ignored.");
    ignored_races_ += (ignored_races_.empty() ? "" : ",") + text;
    ++ignored_;
    is_entangled_ |= may_hide(sought_, stacks);
  }
  options.ignored_races = ignored_races_;
  return ignored_ > before;
}

}  // namespace

std::string_view name(Answer answer) {
  switch (answer) {
    case Answer::confirmed:
      return "confirmed";
    case Answer::refuted:
      return "refuted";
    case Answer::failed:
      return "search failed";
    case Answer::not_confirmed:
      break;
  }
  return "not confirmed";
}

Status check_confirm_options(const RunOptions& options) {
  constexpr std::array<std::string_view, 23> kAccepted = {
      "heuristic",     "backtrack-states", "early-timeouts", "spurious",   "trust-uninstrumented",
      "no-snapshots",  "no-simplify",      "simplify-time",  "jobs",       "seed",
      "time",          "max-executions",   "max-states",     "max-memory", "max-steps",
      "max-step-time", "show-output",      "json",           "trace",      "force",
      "quiet",         "colour",           "launcher"};
  for (const config::OptionSpec& option : config::option_table()) {
    const bool is_accepted =
        std::find(kAccepted.begin(), kAccepted.end(), option.name) != kAccepted.end();
    if (is_accepted || option.get(options) == config::default_text(option)) continue;
    return Error{fmt::format(
        "--{} cannot be combined with `heddle confirm`, which chooses the search; leave it out, or "
        "use `heddle run`.",
        option.name)};
  }
  return Done{};
}

Status confirm(const ConfirmJob& job, std::vector<Warning> warnings, const OnAnswer& on_answer) {
  Result<std::unique_ptr<SiteFinder>> finder = SiteFinder::open(job.program.path);
  if (!finder.ok()) return finder.error();
  InterruptGuard interrupt;
  for (std::size_t i = 0; i < warnings.size(); ++i) {
    Result<Confirmation> one = Hunt(job, **finder, interrupt, std::move(warnings[i])).answer();
    if (!one.ok()) return one.error();
    on_answer(i + 1, std::move(*one));
  }
  return Done{};
}

}  // namespace heddle::cli
