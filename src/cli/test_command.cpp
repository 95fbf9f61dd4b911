// heddle test: explores each test of a test program on its own and reports all results.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>

#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/guide_file.hpp"
#include "cli/interrupt.hpp"
#include "cli/option_parser.hpp"
#include "cli/output_files.hpp"
#include "cli/program_file.hpp"
#include "cli/result_files.hpp"
#include "cli/scope_file.hpp"
#include "cli/test_finder.hpp"
#include "cli/test_listing.hpp"
#include "cli/test_session.hpp"
#include "cli/test_shard.hpp"
#include "cli/warnings.hpp"
#include "report/test_page.hpp"
#include "result/test_result.hpp"

namespace heddle::cli {
namespace {

using config::RunOptions;

// The time for a list of tests is --time, within these limits: a start takes time, but no program
// lists its tests for long.
constexpr std::chrono::milliseconds kShortestListing{2'000};
constexpr std::chrono::milliseconds kLongestListing{20'000};

std::string test_command_help() {
  return "Explores each test of BINARY (GoogleTest, Catch2 or doctest, built with `heddle c++`)\n"
         "on its own, and prints one line per test, then the failures.  FILTER selects tests in\n"
         "the syntax of the framework: 'Queue.*', '[queue]', '*queue*'.  The tests share --time;\n"
         "a test passes on the time that it does not need.  The other options of `heddle run`\n"
         "apply to each test, except --trace, --certificate and --shard.  The trace of a failing "
         "test is\n"
         "heddle-BINARY-TEST.trace in this folder, or in the folder of --traces.\n\n"
         "  --list              must be first: print a filter for each test instead\n"
         "  --list=ctest:PREFIX must be first: print CTest commands that run each test with the\n"
         "                      other options, under its name after PREFIX\n\n" +
         options_help() +
         "\n"
         "Exit codes: 0 all tests passed with the stated coverage, or are disabled; 1 a test\n"
         "failed; 2 the command line is invalid, no test matches, or none can be explored; 3 no\n"
         "test failed, but some are not complete; 4 uncontrolled nondeterminism; 70 internal\n"
         "error of Heddle.\n";
}

Status check_test_options(const RunOptions& options, const RunOptions& base) {
  if (options.trace != base.trace) {
    return Error{"--trace names one file for several tests; use --traces DIR."};
  }
  if (options.mpi) return Error{"--mpi is an option of `heddle run`; run one test with it."};
  if (!options.campaign.empty()) {
    return Error{"--campaign is an option of `heddle run`; run one test with it."};
  }
  if (options.certificate != base.certificate) {
    return Error{"--certificate names one file for several tests; use `heddle run`."};
  }
  if (options.shard) {
    return Error{
        "--shard splits one search, not a list of tests; use `heddle run`, or GTEST_SHARD_INDEX."};
  }
  if (options.traces.empty()) return Done{};
  std::error_code error;
  std::filesystem::create_directories(options.traces, error);
  if (!std::filesystem::is_directory(options.traces, error)) {
    return Error{
        fmt::format("'{}' is not a folder and cannot be created; name another for "
                    "--traces.",
                    options.traces)};
  }
  return Done{};
}

// Writes the page of all tests, if the options ask for it.
Status write_test_page(const RunOptions& options, const result::TestReport& report,
                       const TestSession& session) {
  if (options.html.empty()) return Done{};
  const Result<std::vector<std::string>> pages = session.pages();
  if (!pages.ok()) return Error{pages.sentence()};
  return write_file(options.html, report::test_page(report, *pages));
}

int run_tests(const RunOptions& options, const RunOptions& search, const ProgramFile& program,
              const std::string& filter) {
  const TestShard shard = take_test_shard();
  const InterruptGuard interrupt;
  const auto listing =
      std::clamp(options.time.value_or(kLongestListing), kShortestListing, kLongestListing);
  TestFinder finder(program, options.launcher, listing, interrupt);
  Result<FoundTests> found = finder.find(filter);
  if (!found.ok()) return complain(found.sentence());
  if (found->framework == Framework::google_test) apply_google_environment(shard, found->tests);
  TestSession session(options, search, program, finder, interrupt);
  CommandOutcome outcome;
  outcome.report = session.run(*found);
  outcome.json = result::to_json(outcome.report);
  outcome.verdict = result::verdict_of(outcome.report);
  outcome.findings = session.take_findings();
  outcome.recordings = session.take_recordings();
  const int code = result::exit_code(outcome.report);
  outcome.exit_code = code;
  // A finding takes precedence over a file that cannot be written.
  Status written = write_results(options, outcome);
  if (const Status page = write_test_page(options, outcome.report, session); written.ok()) {
    written = page;
  }
  session.print_findings(outcome.report);
  print_annotations(options, outcome.findings);
  if (written.ok()) return code;
  const int usage = complain(written.sentence());
  return code == kExitErrorFound || code == kExitDivergence ? code : usage;
}

int list_tests(const ListRequest& request, const Arguments& options_given,
               const RunOptions& options, const ProgramFile& program, const std::string& filter) {
  const InterruptGuard interrupt;
  TestFinder finder(program, options.launcher, kLongestListing, interrupt);
  const Result<FoundTests> found = finder.find(filter);
  if (!found.ok()) return complain(found.sentence());
  fmt::print("{}", list_text(request, *found, options_given, program.path));
  return kExitOk;
}

int test_command(const Arguments& all_arguments) {
  Arguments arguments = all_arguments;
  const Result<ListRequest> list = take_list_request(arguments);
  if (!list.ok()) return complain(list.sentence());
  Result<RunOptions> base = options_from_environment();
  if (!base.ok()) return complain(base.sentence());
  base->trace.clear();
  base->certificate.clear();
  const Result<ParsedOptions> parsed = parse_run_options(arguments, *base, "test");
  if (!parsed.ok()) return complain(parsed.sentence());
  if (parsed->help) {
    fmt::print("{}", help_page(kTestCommand));
    return kExitOk;
  }
  if (parsed->rest.empty()) {
    return complain("Name the test program: heddle test [OPTIONS] BINARY [FILTER].");
  }
  if (parsed->rest.size() > 2) {
    return complain("`heddle test` accepts one filter; quote a filter that contains blanks.");
  }
  const Result<ProgramFile> program = find_program(parsed->rest.front());
  if (!program.ok()) return complain(program.sentence());
  RunOptions options = parsed->options;
  const std::string filter = parsed->rest.size() > 1 ? parsed->rest[1] : "";
  if (list->wanted) {
    arguments.resize(arguments.size() - parsed->rest.size());
    return list_tests(*list, arguments, options, *program, filter);
  }
  Status checked = check_test_options(options, *base);
  if (checked.ok()) {
    std::vector<OutputFile> files = result_files(options);
    files.push_back({"--html", options.html});
    checked = check_outputs(files, program->path, options.force);
  }
  if (checked.ok()) checked = Warnings().read(options.suppressions);
  if (!checked.ok()) return complain(checked.sentence());
  GuideFile guide;
  const Status guided = guide.make(program->path, options);
  if (!guided.ok()) return complain(guided.sentence());
  ScopeFile scope;
  const Status found = scope.make(program->path, options);
  if (!found.ok()) return complain(found.sentence());
  return run_tests(parsed->options, options, *program, filter);
}

}  // namespace

const Command kTestCommand{"test",
                           "heddle test [--list] [OPTIONS] BINARY [FILTER]",
                           "explore each test of a test program",
                           test_command_help,
                           test_command,
                           true};

}  // namespace heddle::cli
