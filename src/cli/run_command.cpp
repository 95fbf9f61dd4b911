// heddle run: explores a program and reports the result.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cli/campaign_run.hpp"
#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/explored_run.hpp"
#include "cli/guide_file.hpp"
#include "cli/mpi_run.hpp"
#include "cli/option_parser.hpp"
#include "cli/output_files.hpp"
#include "cli/program_file.hpp"
#include "cli/regressions.hpp"
#include "cli/result_files.hpp"
#include "cli/scope_file.hpp"
#include "cli/warnings.hpp"
#include "report/summary.hpp"
#include "result/certificate.hpp"
#include "result/run_result.hpp"
#include "result/test_result.hpp"

namespace heddle::cli {
namespace {

using config::RunOptions;

std::string run_command_help() {
  return "Explores the thread schedules of PROG (built with `heddle c++`).  Arguments after PROG\n"
         "are passed to PROG.  HEDDLE_OPTIONS=name=value:name=value sets the same options.\n"
         "If PROG declares a model with heddle/model.hpp, its states are explored instead.\n\n" +
         options_help() +
         "\n"
         "Exit codes: 0 no error, and the stated coverage was reached; 1 an error was found; 2\n"
         "the command line or an input file is invalid; 3 no error, but the budget ended first;\n"
         "4 uncontrolled nondeterminism; 70 internal error of Heddle.\n";
}

// Writes the visited set of a complete search.
Status save_certificate(const RunOptions& options, result::RunResult& result) {
  if (options.certificate.empty()) return Done{};
  if (result.verdict != result::RunVerdict::complete) {
    fmt::print(stderr, "heddle: no certificate was written: the search is not complete\n");
    return Done{};
  }
  const Status written = write_file(options.certificate, result::certificate_file(result.visited));
  if (!written.ok()) return written;
  result.coverage.certificate = {options.certificate, result::count_visited(result.visited),
                                 result::hash_text(result.visited)};
  return Done{};
}

// Writes the files that the user asked for.
Status write_files(const RunOptions& options, const ProgramFile& program, ExploredRun& run) {
  Status certified = save_certificate(options, run.result);
  CommandOutcome outcome;
  outcome.json = result::to_json(run.result);
  outcome.verdict = key(run.result.verdict);
  outcome.coverage = result::coverage_text(run.result.coverage);
  outcome.exit_code = exit_code(run);
  outcome.report.program = program.path;
  outcome.report.seconds = run.result.seconds;
  outcome.report.tests.push_back(test_result(run));
  outcome.report.tests.front().name = std::filesystem::path(program.path).filename().string();
  outcome.findings = run.findings;
  outcome.recordings = std::move(run.recordings);
  for (report::RecordedExecution& recording : outcome.recordings) {
    recording.name = outcome.report.tests.front().name;
  }
  Status written = write_results(options, outcome);
  if (!options.html.empty()) {
    Status page = write_file(options.html, page_of(run));
    if (written.ok()) written = page;
  }
  return certified.ok() ? written : certified;
}

int print_result(const RunOptions& options, const ProgramFile& program, ExploredRun run) {
  if (!run.internal_error.empty()) {
    fmt::print(stderr, "heddle: internal error: {}\n", run.internal_error);
    return kExitInternalError;
  }
  // A finding takes precedence over a file that cannot be written.
  const Status written = write_files(options, program, run);
  fmt::print("{}{}", run.story, report::summary(run.result, run.style));
  print_annotations(options, run.findings);
  if (!run.divergence.empty()) fmt::print(stderr, "heddle: {}\n", run.divergence);
  const int code = exit_code(run);
  if (written.ok()) return code;
  const int usage = complain(written.sentence());
  return code == kExitErrorFound || code == kExitDivergence ? code : usage;
}

// Reads the command line.  A campaign has no limit of time unless one is given.
Result<ParsedOptions> parse(const Arguments& arguments, const RunOptions& base) {
  Result<ParsedOptions> parsed = parse_run_options(arguments, base);
  if (!parsed.ok() || parsed->options.campaign.empty() || base.time != RunOptions{}.time) {
    return parsed;
  }
  RunOptions unlimited = base;
  unlimited.time.reset();
  unlimited.campaign = parsed->options.campaign;
  return parse_run_options(arguments, unlimited);
}

// The program, its arguments and the options of a run, from the command line or from a campaign.
struct RunPlan {
  RunOptions options;
  ProgramFile program;
  Arguments arguments;
  std::optional<CampaignRun> campaign;
};

Result<RunPlan> make_plan(const ParsedOptions& parsed) {
  RunPlan plan;
  if (!parsed.options.campaign.empty()) {
    Result<CampaignRun> campaign = CampaignRun::open(parsed.options, parsed.rest);
    if (!campaign.ok()) return campaign.error();
    plan.options = campaign->options();
    plan.program = campaign->program();
    plan.arguments = campaign->arguments();
    plan.campaign.emplace(std::move(*campaign));
    return plan;
  }
  if (parsed.rest.empty()) {
    return Error{"Name the program to explore: heddle run [OPTIONS] [--] PROG ARGS."};
  }
  Result<ProgramFile> program = find_program(parsed.rest.front());
  if (!program.ok()) return program.error();
  plan.options = parsed.options;
  plan.program = std::move(*program);
  plan.arguments.assign(parsed.rest.begin() + 1, parsed.rest.end());
  return plan;
}

Status check_files(const RunPlan& plan) {
  std::vector<OutputFile> files = result_files(plan.options);
  files.push_back({"--trace", plan.options.trace});
  files.push_back({"--certificate", plan.options.certificate});
  files.push_back({"--html", plan.options.html});
  return check_outputs(files, plan.program.path, plan.options.force);
}

int explore_plan(RunPlan plan) {
  const Status outputs = check_files(plan);
  if (!outputs.ok()) return complain(outputs.sentence());
  Warnings warnings;
  const Status read = warnings.read(plan.options.suppressions);
  if (!read.ok()) return complain(read.sentence());
  RunOptions options = plan.options;
  GuideFile guide;
  const Status guided = guide.make(plan.program.path, options);
  if (!guided.ok()) return complain(guided.sentence());
  ScopeFile scope;
  const Status found = scope.make(plan.program.path, options);
  if (!found.ok()) return complain(found.sentence());
  const InterruptGuard interrupt;
  RunRequest request{plan.options, options, plan.program, plan.arguments};
  std::unique_ptr<ranks::RankSession> ranks;
  if (options.mpi) {
    Result<std::unique_ptr<ranks::RankSession>> joined = join_mpi_job();
    if (!joined.ok()) return complain(joined.sentence());
    ranks = std::move(*joined);
    request.ranks = ranks.get();
  }
  std::optional<fleet::WorkerOutcome> failed;
  if (plan.campaign) {
    request.campaign = &*plan.campaign;
    Result<std::optional<fleet::WorkerOutcome>> tried =
        try_regressions(plan.campaign->regressions(), plan.program, plan.arguments, interrupt);
    if (!tried.ok()) return complain(tried.sentence());
    failed = std::move(*tried);
    // With --keep-going, the search looks for it among others.
    if (failed && !options.keep_going) request.found = &*failed;
  }
  Result<ExploredRun> run = run_exploration(request, warnings, interrupt);
  if (!run.ok()) return complain(run.sentence());
  if (run->is_elsewhere) return kExitOk;
  const int code = print_result(plan.options, plan.program, std::move(*run));
  if (plan.campaign) fmt::print("{}", plan.campaign->how_to_go_on());
  return code;
}

int run_command(const Arguments& arguments) {
  if (std::find(arguments.begin(), arguments.end(), "--mpi") != arguments.end()) {
    silence_later_ranks();
  }
  const Result<RunOptions> base = options_from_environment();
  if (!base.ok()) return complain(base.sentence());
  const Result<ParsedOptions> parsed = parse(arguments, *base);
  if (!parsed.ok()) return complain(parsed.sentence());
  if (parsed->help) {
    fmt::print("{}", help_page(kRunCommand));
    return kExitOk;
  }
  if (parsed->options.traces != base->traces) {
    return complain("--traces is an option of `heddle test`; use --trace FILE.");
  }
  Result<RunPlan> plan = make_plan(*parsed);
  if (!plan.ok()) return complain(plan.sentence());
  return explore_plan(std::move(*plan));
}

}  // namespace

const Command kRunCommand{"run",
                          "heddle run [OPTIONS] [--] PROG ARGS",
                          "explore the thread schedules of PROG",
                          run_command_help,
                          run_command,
                          true};

}  // namespace heddle::cli
