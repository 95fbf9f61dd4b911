// heddle states: counts a program's states, reports the words that distinguish them, and compares
// two states.
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/interrupt.hpp"
#include "cli/option_parser.hpp"
#include "cli/output_files.hpp"
#include "cli/program_file.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"
#include "config/option_table.hpp"
#include "config/options_text.hpp"
#include "core/number_text.hpp"
#include "fleet/channel.hpp"
#include "fleet/worker_process.hpp"
#include "report/states_text.hpp"

namespace heddle::cli {
namespace {

using config::RunOptions;
using Numbers = std::pair<std::uint64_t, std::uint64_t>;

constexpr std::uint64_t kMostStates = 100'000;

// The options of `heddle run` that apply here.
constexpr std::array<std::string_view, 14> kStatesOptions = {
    "points",    "early-timeouts", "spurious", "seed",  "time",   "max-states", "max-memory",
    "max-steps", "show-output",    "json",     "quiet", "colour", "launcher",   "force"};

std::string states_command_help() {
  std::string names;
  for (const std::string_view name : kStatesOptions) names += fmt::format(" --{}", name);
  return "Visits every state of PROG (built with `heddle c++`), and counts the states, those\n"
         "that differ in more than dead stack values, and the stack words that make the\n"
         "difference.  Plain accesses to shared memory are scheduling points unless --points is\n"
         "given; at most 100,000 states are visited unless --max-states is given.\n\n"
         "  --diff A B   compare two states, numbered from 0 in order of discovery\n\n"
         "Options of `heddle run` that apply:\n"
         " " +
         names +
         "\n\n"
         "Exit codes: 0 all states were visited; 1 the program's process died; 2 the command\n"
         "line or an input file is invalid; 3 the budget ended first; 4 uncontrolled\n"
         "nondeterminism; 70 internal error of Heddle.\n";
}

std::optional<std::uint64_t> number_of(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Takes --diff A B out of the options, which end at the program's name.
Result<std::optional<Numbers>> take_diff(Arguments& arguments) {
  std::optional<Numbers> diff;
  for (std::size_t i = 0; i < arguments.size();) {
    const std::string& word = arguments[i];
    if (word == "--" || word.substr(0, 1) != "-") break;
    if (word == "--diff") {
      const bool enough = i + 2 < arguments.size();
      const auto first = enough ? number_of(arguments[i + 1]) : std::nullopt;
      const auto second = enough ? number_of(arguments[i + 2]) : std::nullopt;
      if (!first || !second) {
        return Error{"--diff needs the numbers of two states: --diff 0 17, before the program."};
      }
      diff = Numbers{*first, *second};
      const auto at = arguments.begin() + static_cast<std::ptrdiff_t>(i);
      arguments.erase(at, at + 3);
      continue;
    }
    const config::OptionSpec* option =
        word.size() > 2 ? config::find_option(std::string_view(word).substr(2)) : nullptr;
    i += option != nullptr && !option->is_flag ? 2 : 1;
  }
  return diff;
}

Status check_options(const RunOptions& options) {
  const RunOptions defaults;
  for (const config::OptionSpec& option : config::option_table()) {
    if (option.get(options) == option.get(defaults)) continue;
    if (option.name == "search" && options.search == config::Search::dfs) continue;
    if (option.name == "states") {
      if (options.states == config::States::memory) continue;
      return Error{
          "`heddle states` cannot be combined with --states: it compares memory; leave out "
          "--states."};
    }
    if (std::find(kStatesOptions.begin(), kStatesOptions.end(), option.name) ==
        kStatesOptions.end()) {
      return Error{
          fmt::format("`heddle states` does not accept --{0}: it visits every state, depth first; "
                      "leave out --{0}.",
                      option.name)};
    }
  }
  return Done{};
}

// A file in memory that the worker inherits, far above the numbers that programs use.
class ReportFile {
 public:
  ReportFile() {
    const int made = ::memfd_create("heddle-states", MFD_CLOEXEC);
    if (made < 0) return;
    file_ = ::fcntl(made, F_DUPFD, 240);
    ::close(made);
  }
  ~ReportFile() {
    if (file_ >= 0) ::close(file_);
  }
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;

  int number() const { return file_; }

 private:
  int file_ = -1;
};

Result<fleet::WorkerOutcome> explore_for_states(const RunOptions& options,
                                                const ProgramFile& program, const Arguments& rest,
                                                const std::optional<Numbers>& diff, int report) {
  fleet::WorkerCommand command;
  command.argv = options.launcher;
  command.argv.push_back(program.path);
  command.argv.insert(command.argv.end(), rest.begin() + 1, rest.end());
  command.options = config::to_text(options);
  command.replay = fmt::format("heddle-states {}", report);
  if (diff) *command.replay += fmt::format(" {} {}", diff->first, diff->second);
  if (options.max_memory.kind == config::MemoryLimit::Kind::bytes) {
    command.max_memory = options.max_memory.bytes;
  }
  if (options.time) command.deadline = std::chrono::steady_clock::now() + *options.time;
  std::optional<double> limit;
  if (options.time) limit = std::chrono::duration<double>(*options.time).count();
  StatusLine status(stderr, terminal_of(STDERR_FILENO, options.colour), options.quiet, limit);
  const InterruptGuard interrupt;
  Result<fleet::WorkerOutcome> outcome =
      fleet::run_worker(command, [&](const fleet::Progress& progress) {
        status.update(progress);
        return !interrupt.interrupted();
      });
  status.clear();
  return outcome;
}

int print_states(const RunOptions& options, const std::optional<Numbers>& diff,
                 const std::string& json) {
  symbolize::Symbolizer symbolizer;
  const Result<report::StatesReport> report = report::read_states(json, symbolizer);
  if (!report.ok()) return complain(report.sentence());
  if (diff && !report->pair) {
    const std::uint64_t wanted = std::max(diff->first, diff->second);
    return complain(
        fmt::format("State {} does not exist: {} states were found, numbered from 0{}.", wanted,
                    grouped(report->states),
                    report->complete ? "" : "; raise --max-states or --time to find more"));
  }
  if (!options.json.empty()) {
    const Status written = write_file(options.json, report::states_json(*report));
    if (!written.ok()) return complain(written.sentence());
  }
  fmt::print("{}", diff ? report::pair_text(*report, diff->first, diff->second)
                        : report::states_text(*report));
  return report->complete ? kExitOk : kExitIncomplete;
}

int states_command(const Arguments& given) {
  Arguments arguments = given;
  Result<RunOptions> base = options_from_environment();
  if (!base.ok()) return complain(base.sentence());
  if (!base->max_states) base->max_states = kMostStates;
  const Result<std::optional<Numbers>> diff = take_diff(arguments);
  if (!diff.ok()) return complain(diff.sentence());
  const Result<ParsedOptions> parsed = parse_run_options(arguments, *base, "states");
  if (!parsed.ok()) return complain(parsed.sentence());
  if (parsed->help) {
    fmt::print("{}", help_page(kStatesCommand));
    return kExitOk;
  }
  if (parsed->rest.empty()) {
    return complain("Name the program: heddle states [OPTIONS] [--diff A B] [--] PROG ARGS.");
  }
  const Status sensible = check_options(parsed->options);
  if (!sensible.ok()) return complain(sensible.sentence());
  const Result<ProgramFile> program = find_program(parsed->rest.front());
  if (!program.ok()) return complain(program.sentence());
  const Status output =
      check_outputs({{"--json", parsed->options.json}}, program->path, parsed->options.force);
  if (!output.ok()) return complain(output.sentence());
  const ReportFile report;
  if (report.number() < 0)
    return complain("Out of memory for the report; free memory and try again.");
  const Result<fleet::WorkerOutcome> outcome =
      explore_for_states(parsed->options, *program, parsed->rest, *diff, report.number());
  if (!outcome.ok()) return complain(outcome.sentence());
  if (!outcome->divergence.empty()) {
    fmt::print(stderr, "heddle: {}\n", outcome->divergence);
    return kExitDivergence;
  }
  const std::string json = fleet::read_all(report.number());
  if (outcome->internal_error.empty() && !json.empty())
    return print_states(parsed->options, *diff, json);
  const std::string death = outcome->result.error ? outcome->result.error->message : "";
  fmt::print(stderr, "heddle: no state report was written: {}\n",
             !outcome->internal_error.empty() ? outcome->internal_error
             : !death.empty()                 ? death
                                              : "the search was interrupted");
  return !outcome->internal_error.empty() ? kExitInternalError
         : !death.empty()                 ? kExitErrorFound
                                          : kExitIncomplete;
}

}  // namespace

const Command kStatesCommand{"states",
                             "heddle states [OPTIONS] [--diff A B] [--] PROG ARGS",
                             "count and compare the states of PROG",
                             states_command_help,
                             states_command,
                             true};

}  // namespace heddle::cli
