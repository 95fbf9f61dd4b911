// heddle check-coverage: checks that the claims of a result follow from its facts, and that a
// search in another order visits the same states.
#include <fmt/core.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/coverage_check.hpp"
#include "cli/exit_code.hpp"
#include "cli/exploration.hpp"
#include "cli/input_file.hpp"
#include "cli/option_parser.hpp"
#include "cli/program_file.hpp"
#include "result/certificate.hpp"

namespace heddle::cli {
namespace {

using config::RunOptions;

constexpr std::string_view kCheckCoverageUsage =
    "heddle check-coverage RESULT [--certificate FILE] [PROG]";
constexpr std::size_t kLargestFile = std::size_t{4} << 30U;

std::string check_coverage_command_help() {
  return "Derives the verdict, the sentence and the sums of RESULT again from its recorded facts.\n"
         "RESULT is the JSON of `heddle run --json`.  The facts are the options, and what each\n"
         "phase counted, pruned and left out.\n\n"
         "  PROG                the explored program: check that it is the same file\n"
         "  --certificate FILE  check the visited set of `heddle run --certificate` against\n"
         "                      RESULT; with PROG, explore it in another order, and check that\n"
         "                      exactly these states are visited\n\n"
         "Exit codes: 0 the claims follow; 1 they do not, or the certificate is not confirmed; 2\n"
         "the command line or an input file is invalid; 70 internal error of Heddle.\n";
}

struct CoverageRequest {
  std::string result;
  std::string certificate;
  std::string program;
  bool help = false;
};

Result<CoverageRequest> read_coverage_request(const Arguments& arguments) {
  CoverageRequest request;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "--help" || word == "-h") {
      request.help = true;
    } else if (word == "--certificate") {
      if (i + 1 == arguments.size())
        return Error{"--certificate needs a value: --certificate FILE."};
      request.certificate = arguments[++i];
    } else if (word.substr(0, 1) == "-") {
      return Error{
          fmt::format("Unknown option {}; `heddle help check-coverage` lists the options.", word)};
    } else if (request.result.empty()) {
      request.result = word;
    } else if (request.program.empty()) {
      request.program = word;
    } else {
      return Error{fmt::format("Name one result and one program: {}.", kCheckCoverageUsage)};
    }
  }
  if (request.result.empty() && !request.help) {
    return Error{fmt::format("Name the result: {}.", kCheckCoverageUsage)};
  }
  return request;
}

// A result is data: what names a command or a file is not taken from it.
Result<RunOptions> options_of_other_order(const RunOptions& recorded) {
  const Result<RunOptions> own = options_from_environment();
  if (!own.ok()) return own;
  RunOptions options = recorded;
  options.launcher = own->launcher;
  options.colour = own->colour;
  options.quiet = own->quiet;
  options.show_output = false;
  options.json.clear();
  options.trace.clear();
  options.junit.clear();
  options.sarif.clear();
  options.perfetto.clear();
  options.github = false;
  options.fail_on = config::FailOn::error;
  options.allow_incomplete = false;
  options.suppressions.clear();
  // Another mechanism is stronger evidence: states are reached by execution.  It may need more time
  // and executions, but no more states.
  options.no_snapshots = true;
  options.time.reset();
  options.max_executions.reset();
  options.search =
      recorded.search == config::Search::bfs ? config::Search::dfs : config::Search::bfs;
  return options;
}

// Returns the number of lines that two sorted texts share.
std::uint64_t count_common(std::string_view a, std::string_view b) {
  std::uint64_t common = 0;
  while (!a.empty() && !b.empty()) {
    const std::string_view first = a.substr(0, a.find('\n'));
    const std::string_view second = b.substr(0, b.find('\n'));
    if (first == second) ++common;
    if (first <= second) a.remove_prefix(first.size() + 1);
    if (second <= first) b.remove_prefix(second.size() + 1);
  }
  return common;
}

// Explores the program in another order.  Returns the difference of the states, if there is one.
Result<std::optional<std::string>> visited_again(const CheckedCoverage& checked,
                                                 const ProgramFile& program,
                                                 const result::Certificate& certificate) {
  Result<RunOptions> options = options_of_other_order(checked.options);
  if (!options.ok()) return options.error();
  if (const result::PhaseCoverage* const last = last_promised(checked.result.coverage)) {
    if (last->early_timeouts) options->early_timeouts = last->early_timeouts;
    if (last->spurious) options->spurious = last->spurious;
  }
  const InterruptGuard interrupt;
  Result<fleet::PortfolioOutcome> again =
      explore(*options, program, checked.result.coverage.program.arguments, interrupt);
  if (!again.ok()) return again.error();
  const fleet::WorkerOutcome& outcome = again->outcome;
  if (!outcome.internal_error.empty()) return Error{outcome.internal_error};
  if (outcome.result.visited == certificate.visited) return std::optional<std::string>();
  if (!is_complete(outcome.result.coverage)) {
    return std::optional(fmt::format("the search in another order did not complete: {}",
                                     coverage_text(outcome.result.coverage)));
  }
  return std::optional(fmt::format(
      "a search in another order visits {} states; {} of them are among the {} of the certificate; "
      "`heddle states` shows dead values, which may be the reason",
      result::count_visited(outcome.result.visited),
      count_common(outcome.result.visited, certificate.visited), certificate.count));
}

int tell(const CheckedCoverage& checked) {
  if (checked.differences.empty()) {
    fmt::print("the claims follow from the recorded facts: {}\n",
               on_one_line(coverage_text(checked.result.coverage)));
    return kExitOk;
  }
  fmt::print("the claims do not follow from the recorded facts:\n");
  for (const std::string& one : checked.differences) fmt::print("  - {}\n", on_one_line(one));
  return kExitErrorFound;
}

int check(const CoverageRequest& request) {
  const Result<std::string> text = read_input(request.result, "result", kLargestFile);
  if (!text.ok()) return complain(text.sentence());
  Result<CheckedCoverage> checked = check_coverage(*text);
  if (!checked.ok()) return complain(fmt::format("'{}': {}.", request.result, checked.sentence()));
  const result::Coverage& coverage = checked->result.coverage;

  std::optional<ProgramFile> program;
  if (!request.program.empty()) {
    Result<ProgramFile> found = find_program(request.program);
    if (!found.ok()) return complain(found.sentence());
    if (content_hash(found->path) != coverage.program.hash) {
      checked->differences.push_back(
          fmt::format("'{}' is not the explored program: its content differs", request.program));
    }
    program = std::move(*found);
  }
  if (request.certificate.empty()) return tell(*checked);

  if (!coverage.certificate) {
    return complain(fmt::format(
        "'{}' was written without a certificate; use 'heddle run --certificate'.", request.result));
  }
  const Result<std::string> file = read_input(request.certificate, "certificate", kLargestFile);
  if (!file.ok()) return complain(file.sentence());
  const Result<result::Certificate> certificate = result::parse_certificate(*file);
  if (!certificate.ok()) {
    return complain(fmt::format("'{}': {}.", request.certificate, certificate.sentence()));
  }
  if (certificate->count != coverage.certificate->count ||
      result::hash_text(certificate->visited) != coverage.certificate->hash) {
    checked->differences.emplace_back("the certificate is not the one that the result names");
  }
  if (!program || !checked->differences.empty()) return tell(*checked);
  const Result<std::optional<std::string>> difference =
      visited_again(*checked, *program, *certificate);
  if (!difference.ok()) return complain(difference.sentence());
  tell(*checked);
  if (*difference) {
    fmt::print("the certificate is not confirmed: {}\n", on_one_line(**difference));
    return kExitErrorFound;
  }
  fmt::print("a search in another order visits exactly the same states\n");
  return kExitOk;
}

int check_coverage_command(const Arguments& arguments) {
  const Result<CoverageRequest> request = read_coverage_request(arguments);
  if (!request.ok()) return complain(request.sentence());
  if (request->help) {
    fmt::print("{}", help_page(kCheckCoverageCommand));
    return kExitOk;
  }
  return check(*request);
}

}  // namespace

const Command kCheckCoverageCommand{"check-coverage",
                                    kCheckCoverageUsage,
                                    "check the coverage that a result claims",
                                    check_coverage_command_help,
                                    check_coverage_command,
                                    true};

}  // namespace heddle::cli
