// heddle replay: runs one recorded schedule again.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/debugger.hpp"
#include "cli/exit_code.hpp"
#include "cli/input_file.hpp"
#include "cli/interrupt.hpp"
#include "cli/option_parser.hpp"
#include "cli/program_file.hpp"
#include "cli/schedule_replay.hpp"
#include "cli/scope_file.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"
#include "config/combination.hpp"
#include "config/option_table.hpp"
#include "config/options_text.hpp"
#include "fleet/worker_process.hpp"
#include "report/anchored_schedule.hpp"
#include "report/explanation.hpp"
#include "report/joinable_thread.hpp"
#include "report/paint.hpp"
#include "report/symbolized.hpp"
#include "symbolize/symbolizer.hpp"
#include "trace/trace_file.hpp"

namespace heddle::cli {
namespace {

using config::RunOptions;

constexpr std::size_t kLargestSchedule = std::size_t{16} << 20;

struct ReplayRequest {
  std::string trace;
  std::string program;  // empty: the recorded one
  std::uint64_t times = 1;
  bool help = false;
  bool gdb = false;
  Arguments gdb_options;
  Arguments overrides;  // options of `heddle run`
  std::optional<config::Colour> colour = std::nullopt;
};

std::string replay_command_help() {
  return "Replays the schedule of a trace in the program from which it was recorded.\n\n"
         "  --times N        replay N times (default 1)\n"
         "  --program PATH   use this program instead of the recorded path\n"
         "  --colour WHEN    use colours: auto, always or never\n"
         "  --gdb            open gdb at the failure; `help heddle` in gdb lists its commands\n"
         "  -ex COMMAND      with --gdb: run this gdb command first; may be repeated\n"
         "  --batch          with --gdb: exit after these commands\n"
         "  -- OPTIONS       override options of `heddle run`, e.g. -- --show-output\n\n"
         "The first line of the output names the program and its arguments.  --launcher is taken\n"
         "from OPTIONS or HEDDLE_OPTIONS, never from the trace.\n\n"
         "TRACE may be a schedule of `heddle export`, which fits edited programs; exit code 77: "
         "no\n"
         "longer applicable.\n\n"
         "Exit codes: 0 the program did not fail; 1 the program failed; 2 the trace is\n"
         "unreadable or from another build; 4 the program did not follow the schedule; with\n"
         "--gdb, the exit code of gdb.\n";
}

// Takes out what is meant for gdb, which spells it in its own way.
Result<Arguments> take_gdb_options(Arguments words, ReplayRequest& into) {
  Arguments rest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-ex" || words[i] == "--ex") {
      if (i + 1 == words.size()) return Error{"-ex needs a gdb command, e.g. -ex bt."};
      into.gdb_options.insert(into.gdb_options.end(), {"-ex", words[++i]});
    } else if (words[i] == "--batch" || words[i] == "-batch") {
      into.gdb_options.emplace_back("--batch");
    } else {
      rest.push_back(words[i]);
    }
  }
  return rest;
}

Result<ReplayRequest> read_request(const Arguments& arguments) {
  const auto divider = std::find(arguments.begin(), arguments.end(), "--");
  ReplayRequest request;
  if (divider != arguments.end()) request.overrides.assign(divider + 1, arguments.end());
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  app.add_flag("--help,-h", request.help);
  app.add_flag("--gdb", request.gdb);
  std::string colour;
  app.add_option("--colour,--color", colour)->take_last();
  app.add_option("--times", request.times)->check(CLI::PositiveNumber)->take_last();
  app.add_option("--program", request.program)->take_last();
  Result<Arguments> own = take_gdb_options({arguments.begin(), divider}, request);
  if (!own.ok()) return own.error();
  try {
    std::reverse(own->begin(), own->end());
    app.parse(std::move(*own));
  } catch (const CLI::ParseError&) {
    return Error{"--times needs a whole number, 1 or more, and --program the path of a program."};
  }
  if (request.help) return request;
  if (!colour.empty()) {
    RunOptions options;
    if (const Status set = config::set(options, "colour", colour); !set.ok()) return set.error();
    request.colour = options.colour;
  }
  if (!request.gdb && !request.gdb_options.empty()) {
    return Error{"-ex and --batch cannot be used without --gdb; add --gdb."};
  }
  if (request.gdb && request.times != 1)
    return Error{
        "--gdb cannot be combined with --times: gdb runs the schedule once; leave out --times."};
  const Arguments rest = app.remaining();
  for (const std::string& word : rest) {
    if (word.substr(0, 1) == "-") {
      return Error{fmt::format("Unknown option {}; `heddle help replay` lists the options.", word)};
    }
  }
  if (rest.size() != 1) {
    return Error{"Name one trace: heddle replay TRACE [--times N] [-- OPTIONS]."};
  }
  request.trace = rest.front();
  return request;
}

// A trace is data: what names a command or a file is not taken from it.
Result<RunOptions> options_to_replay(const ReplayRequest& request, const trace::Trace& recorded) {
  Result<RunOptions> options = config::parse_options(recorded.header.options);
  if (!options.ok()) {
    return Error{fmt::format("'{}' was recorded with options that this version does not accept: {}",
                             request.trace, options.sentence())};
  }
  const RunOptions defaults;
  options->launcher = defaults.launcher;
  options->json = defaults.json;
  options->trace = defaults.trace;
  options->traces = defaults.traces;
  options->junit = defaults.junit;
  options->html = defaults.html;
  options->sarif = defaults.sarif;
  options->perfetto = defaults.perfetto;
  options->github = defaults.github;
  options->certificate = defaults.certificate;
  options->suppressions = defaults.suppressions;
  options->guided.guide = defaults.guided.guide;
  options->scope = defaults.scope;
  options->force = defaults.force;
  options->show_output = defaults.show_output;
  options->quiet = defaults.quiet;
  options->colour = defaults.colour;
  return options;
}

Result<RunOptions> replay_options(const ReplayRequest& request, const trace::Trace& recorded) {
  Result<RunOptions> base = options_to_replay(request, recorded);
  if (!base.ok()) return base;
  const Result<RunOptions> own = options_from_environment();
  if (!own.ok()) return own;
  base->launcher = own->launcher;
  base->colour = request.colour.value_or(own->colour);
  Result<ParsedOptions> parsed =
      parse_run_options(request.overrides, *base, "run", Combination::unchecked);
  if (!parsed.ok()) return parsed.error();
  // The trace lists the racing memory, so nothing has to be found.
  RunOptions& options = parsed->options;
  if (options.points == config::Points::racing && options.races != config::Races::report)
    options.points = config::Points::shared;
  if (Status status = config::check_combination(options); !status) return status.error();
  if (!parsed->rest.empty()) {
    return Error{fmt::format("'{}' is not an option; only options of `heddle run` may follow --.",
                             parsed->rest.front())};
  }
  return options;
}

Result<ProgramFile> recorded_program(const ReplayRequest& request, const trace::Trace& recorded) {
  const bool moved = !request.program.empty();
  Result<ProgramFile> program = find_program(moved ? request.program : recorded.header.program);
  if (!program.ok() && moved) return program;
  if (!program.ok()) {
    std::string sentence = program.sentence();
    sentence.pop_back();
    return Error{sentence + "; the trace names it: use --program PATH to name another one."};
  }
  if (program->build_id != recorded.header.build_id) {
    return Error{fmt::format(
        "'{}' was recorded from another build of '{}'; record a new trace with `heddle run`.",
        request.trace, program->path)};
  }
  return program;
}

struct Tally {
  std::uint64_t same = 0;
  std::uint64_t other = 0;
  std::uint64_t none = 0;
  std::string last_other;  // what failed instead
};

std::string describe(FailureKind kind, const std::string& message) {
  return report::failure_line(kind, on_one_line(message));
}

// Describes the failure of the trace, after naming joinable threads.
std::string described_failure(trace::Trace recorded) {
  symbolize::Symbolizer symbolizer;
  report::name_joinable_thread(recorded, report::symbolize_trace(recorded, symbolizer));
  return describe(recorded.failure->kind, recorded.failure->message);
}

void add_outcome(Tally& tally, const fleet::WorkerOutcome& outcome, const trace::Trace& recorded) {
  const std::optional<result::FoundError>& error = outcome.result.error;
  const std::optional<trace::TraceFailure>& expected = recorded.failure;
  if (!error) {
    ++tally.none;
  } else if (expected && error->kind == expected->kind && error->message == expected->message) {
    ++tally.same;
  } else {
    ++tally.other;
    tally.last_other = describe(error->kind, error->message);
  }
}

int print_tally(const Tally& tally, const trace::Trace& recorded, const report::Paint& paint) {
  const std::uint64_t runs = tally.same + tally.other + tally.none;
  if (runs == 0) return complain("Interrupted before the first replay ended.");
  const auto in_runs = [&](std::uint64_t n) {
    return runs == 1 ? "" : fmt::format(" in {} of {} runs", n, runs);
  };
  if (tally.same > 0) {
    fmt::print("The error reproduced{}: {}\n", in_runs(tally.same),
               paint.headline(described_failure(recorded)));
  }
  if (tally.other > 0) {
    fmt::print("Another error occurred{}: {}\n", in_runs(tally.other),
               paint.headline(tally.last_other));
  }
  if (tally.none > 0) {
    fmt::print(
        "{}{}.\n",
        recorded.failure ? "The error did not reproduce" : "The program ran without an error",
        in_runs(tally.none));
  }
  return tally.same + tally.other > 0 ? kExitErrorFound : kExitOk;
}

fleet::WorkerCommand worker_command(const trace::Trace& recorded, const RunOptions& options,
                                    const ProgramFile& program) {
  fleet::WorkerCommand command;
  command.argv = options.launcher;
  command.argv.push_back(program.path);
  const Arguments& own = recorded.header.arguments;
  command.argv.insert(command.argv.end(), own.begin(), own.end());
  command.options = config::to_text(options);
  command.replay = trace::to_text(recorded);
  return command;
}

// One word of a command line, as a shell reads it.
std::string quoted(const std::string& word) {
  const char* const plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) {
    text += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return text + "'";
}

std::string command_line(const fleet::WorkerCommand& command) {
  std::string text;
  for (const std::string& word : command.argv) text += (text.empty() ? "" : " ") + quoted(word);
  return text;
}

int replay(const ReplayRequest& request, const trace::Trace& recorded, const RunOptions& options,
           const ProgramFile& program) {
  const fleet::WorkerCommand command = worker_command(recorded, options, program);
  fmt::print("replaying in: {}\n", on_one_line(command_line(command)));
  std::fflush(stdout);
  Tally tally;
  StatusLine status(stderr, terminal_of(STDERR_FILENO, options.colour), options.quiet);
  const InterruptGuard interrupt;
  for (std::uint64_t i = 0; i < request.times && !interrupt.interrupted(); ++i) {
    const Result<fleet::WorkerOutcome> outcome =
        fleet::run_worker(command, [&](const fleet::Progress& progress) {
          status.update(progress);
          return !interrupt.interrupted();
        });
    status.clear();
    if (!outcome.ok()) return complain(outcome.sentence());
    if (!outcome->internal_error.empty()) {
      fmt::print(stderr, "heddle: internal error: {}\n", outcome->internal_error);
      return kExitInternalError;
    }
    if (!outcome->divergence.empty()) {
      fmt::print("The program did not follow the recorded schedule: {}\n", outcome->divergence);
      return kExitDivergence;
    }
    if (!interrupt.interrupted() || outcome->result.error) add_outcome(tally, *outcome, recorded);
  }
  return print_tally(tally, recorded,
                     report::Paint(terminal_of(STDOUT_FILENO, options.colour).colour));
}

// Returns the text of a schedule that `heddle export` wrote; nothing for any other file.
std::optional<std::string> schedule_text(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;  // a pipe is a trace
  const Result<std::string> text = read_input(path, "schedule", kLargestSchedule);
  if (!text.ok() || !report::is_anchored_schedule(*text)) return std::nullopt;
  return *text;
}

int replay_command(const Arguments& arguments) {
  const Result<ReplayRequest> request = read_request(arguments);
  if (!request.ok()) return complain(request.sentence());
  if (request->help) {
    fmt::print("{}", help_page(kReplayCommand));
    return kExitOk;
  }
  if (const std::optional<std::string> schedule = schedule_text(request->trace)) {
    if (request->gdb || request->times != 1) {
      return complain(fmt::format(
          "'{}' is a schedule, not a trace: --gdb and --times need the trace of an execution.",
          request->trace));
    }
    return replay_schedule(*schedule, {request->trace, request->program, request->overrides});
  }
  const Result<trace::Trace> recorded = trace::read_trace(request->trace);
  if (!recorded.ok()) return complain(recorded.sentence());
  Result<RunOptions> options = replay_options(*request, *recorded);
  if (!options.ok()) return complain(options.sentence());
  const Result<ProgramFile> program = recorded_program(*request, *recorded);
  if (!program.ok()) return complain(program.sentence());
  ScopeFile scope;
  const Status found = scope.make(program->path, *options);
  if (!found.ok()) return complain(found.sentence());
  if (request->gdb) {
    if (const Status can = check_debugger(*options); !can.ok()) return complain(can.sentence());
  }
  // Under gdb, only a schedule that the program follows is of use.
  const int code = replay(*request, *recorded, *options, *program);
  if (!request->gdb || code == kExitDivergence || code == kExitInternalError ||
      code == kExitUsage) {
    return code;
  }
  std::fflush(nullptr);
  const DebugSession session{worker_command(*recorded, *options, *program), request->trace,
                             request->gdb_options};
  return complain(become_debugger(session).sentence);
}

}  // namespace

const Command kReplayCommand{"replay",
                             "heddle replay TRACE [--times N] [-- OPTIONS]",
                             "run a recorded schedule again",
                             replay_command_help,
                             replay_command,
                             true};

}  // namespace heddle::cli
