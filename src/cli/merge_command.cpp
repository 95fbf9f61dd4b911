// heddle merge: joins the results of the shards of one search.
#include <fmt/core.h>
#include <unistd.h>

#include <vector>

#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/input_file.hpp"
#include "cli/output_files.hpp"
#include "cli/terminal.hpp"
#include "report/summary.hpp"
#include "result/merged_shards.hpp"

namespace heddle::cli {
namespace {

constexpr std::string_view kMergeUsage = "heddle merge RESULT... [--json FILE]";
constexpr std::size_t kLargestResult = std::size_t{1} << 30U;

std::string merge_command_help() {
  return "Joins results of `heddle run --shard I/N --json RESULT` into the result of the whole\n"
         "search.  It is complete only if all N shards are there and finished.\n\n"
         "  --json FILE   write the joined result as JSON\n"
         "  --force       overwrite a file that Heddle did not write\n\n"
         "Exit codes: as of `heddle run`; 3 if a shard is missing or not finished; 2 if the\n"
         "results are not shards of one search.\n";
}

struct MergeRequest {
  std::vector<std::string> results;
  std::string json;
  bool force = false;
  bool help = false;
};

Result<MergeRequest> read_merge_request(const Arguments& arguments) {
  MergeRequest request;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "--help" || word == "-h") {
      request.help = true;
      return request;
    }
    if (word == "--json") {
      if (i + 1 == arguments.size() || arguments[i + 1].empty()) {
        return Error{"--json needs a file: --json merged.json."};
      }
      request.json = arguments[++i];
    } else if (word == "--force") {
      request.force = true;
    } else if (word.starts_with('-')) {
      return Error{
          fmt::format("Unknown option {}; `heddle merge` accepts --json FILE and --force.", word)};
    } else {
      request.results.push_back(word);
    }
  }
  if (request.results.empty()) return Error{fmt::format("Name the results: {}.", kMergeUsage)};
  return request;
}

Result<result::RunResult> merged_result(const MergeRequest& request) {
  std::vector<result::NamedResult> results;
  for (const std::string& path : request.results) {
    const Result<std::string> text = read_input(path, "result", kLargestResult);
    if (!text.ok()) return text.error();
    Result<result::RunResult> one = result::run_result_from_json(*text);
    if (!one.ok()) return Error{fmt::format("'{}': {}.", path, one.sentence())};
    results.push_back({path, std::move(*one)});
  }
  return result::merge_shards(std::move(results));
}

int merge_command(const Arguments& arguments) {
  const Result<MergeRequest> request = read_merge_request(arguments);
  if (!request.ok()) return complain(request.sentence());
  if (request->help) {
    fmt::print("{}", help_page(kMergeCommand));
    return kExitOk;
  }
  for (const std::string& path : request->results) {
    const Status output =
        check_outputs_beside({{"--json", request->json}}, path, "result", request->force);
    if (!output.ok()) return complain(output.sentence());
  }
  const Result<result::RunResult> merged = merged_result(*request);
  if (!merged.ok()) return complain(merged.sentence());
  if (!request->json.empty()) {
    const Status written = write_file(request->json, result::to_json(*merged));
    if (!written.ok()) return complain(written.sentence());
  }
  const Terminal terminal = terminal_of(STDOUT_FILENO, config::Colour::auto_);
  report::TextStyle style;
  style.colour = terminal.colour;
  style.width = terminal.width;
  fmt::print("{}", report::summary(*merged, style));
  return result::exit_code(*merged);
}

}  // namespace

const Command kMergeCommand{"merge", kMergeUsage, "join the results of the shards of a search",
                            merge_command_help, merge_command};

}  // namespace heddle::cli
