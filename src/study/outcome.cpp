#include "study/outcome.hpp"

#include <fmt/core.h>
#include <sys/wait.h>

#include <fstream>
#include <sstream>
#include <utility>

#include "result/run_result.hpp"

namespace heddle::study {
namespace {

constexpr int kRefused = 2;  // of the exit codes of `heddle run`

Run failed(Run run, std::string message) {
  run.verdict = "failed";
  run.message = std::move(message);
  return run;
}

void take_counts(const result::RunResult& result, Run& run) {
  run.states = result.states;
  run.transitions = result.transitions;
  run.generated_states = result.generated;
  run.revisits = result.revisits;
  run.executions = result.executions;
  run.max_depth = result.max_depth;
  run.pruned = result.pruned;
  run.seconds = result.seconds;
  run.peak_rss = result.peak_rss;
}

std::string verdict_of(const result::RunResult& result) {
  switch (result.verdict) {
    case result::RunVerdict::error:
      return "error";
    case result::RunVerdict::complete:
      return "complete";
    case result::RunVerdict::incomplete:
      break;
  }
  return "incomplete";
}

Error not_made(const Run& run, const std::string& why) {
  return Error{fmt::format("The run of '{}' with '{}' and seed {} failed: {}", run.subject,
                           run.configuration, run.seed, why)};
}

}  // namespace

std::string content_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \n");
  if (end == std::string::npos) return {};
  const std::size_t before = text.rfind('\n', end);
  std::string line = text.substr(before == std::string::npos ? 0 : before + 1);
  line.resize(line.find_last_not_of(" \n") + 1);
  constexpr std::string_view kPrefix = "heddle: ";
  if (line.substr(0, kPrefix.size()) == kPrefix) line.erase(0, kPrefix.size());
  return line;
}

Result<Run> outcome_of(Run run, int status, const std::string& json, const std::string& said) {
  if (!WIFEXITED(status)) {
    return failed(std::move(run), fmt::format("heddle run was killed by signal {}",
                                              WIFSIGNALED(status) ? WTERMSIG(status) : 0));
  }
  run.exit_code = WEXITSTATUS(status);
  if (run.exit_code == kRefused) return not_made(run, last_line(said));
  if (run.exit_code == 126 || run.exit_code == 127) {
    return not_made(run, "The heddle command could not be started; check its permissions.");
  }
  const Result<result::RunResult> result = result::run_result_from_json(json);
  if (!result) return failed(std::move(run), last_line(said));
  take_counts(*result, run);
  run.verdict = verdict_of(*result);
  run.json = json;
  if (result->error) {
    // A divergence is not an error of the program.
    run.found = result->error->kind != FailureKind::divergence;
    run.kind = std::string(key(result->error->kind));
    run.message = result->error->message;
    run.error_depth = result->error->depth;
  }
  return run;
}

}  // namespace heddle::study
