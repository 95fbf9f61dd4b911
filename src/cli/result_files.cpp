#include "cli/result_files.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <functional>
#include <utility>

#include "report/annotations.hpp"
#include "report/junit.hpp"
#include "report/sarif.hpp"
#include "report/source_root.hpp"

namespace heddle::cli {
namespace {

report::SourceRoot source_root_here() {
  std::error_code error;
  return report::SourceRoot::around(std::filesystem::current_path(error).string());
}

std::string sarif_text(const CommandOutcome& outcome) {
  report::SarifRun run;
  run.version = HEDDLE_VERSION;
  run.program = outcome.report.program;
  run.exit_code = outcome.exit_code;
  run.verdict = outcome.verdict;
  run.coverage = outcome.coverage;
  run.root = source_root_here();
  return report::sarif_json(run, outcome.findings);
}

}  // namespace

std::vector<OutputFile> result_files(const config::RunOptions& options) {
  return {{"--json", options.json},
          {"--junit", options.junit},
          {"--sarif", options.sarif},
          {"--perfetto", options.perfetto}};
}

Status write_results(const config::RunOptions& options, const CommandOutcome& outcome) {
  Status first = Done{};
  const auto write = [&first](const std::string& path, const std::function<std::string()>& text) {
    if (path.empty()) return;
    Status written = write_file(path, text());
    if (first.ok()) first = std::move(written);
  };
  write(options.json, [&] { return outcome.json; });
  write(options.junit, [&] { return report::junit_xml(outcome.report); });
  write(options.sarif, [&] { return sarif_text(outcome); });
  write(options.perfetto, [&] { return report::perfetto_json(outcome.recordings); });
  return first;
}

void print_annotations(const config::RunOptions& options,
                       const std::vector<report::Finding>& findings) {
  if (options.github) fmt::print("{}", report::github_annotations(findings, source_root_here()));
}

}  // namespace heddle::cli
