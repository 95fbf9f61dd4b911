#include "cli/exploration.hpp"

#include <unistd.h>

#include <chrono>
#include <optional>

#include "cli/json_progress.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"

namespace heddle::cli {

Result<fleet::PortfolioOutcome> explore(const config::RunOptions& options,
                                        const ProgramFile& program, const Arguments& arguments,
                                        const InterruptGuard& interrupt, const std::string& title,
                                        RateLog* rates) {
  fleet::WorkerCommand command;
  command.argv = options.launcher;
  command.argv.push_back(program.path);
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  std::optional<double> limit;
  if (options.time) limit = std::chrono::duration<double>(*options.time).count();
  const bool is_json = options.progress == config::ProgressForm::json;
  StatusLine status(stderr, terminal_of(STDERR_FILENO, options.colour), options.quiet || is_json,
                    limit, title);
  std::optional<JsonProgress> lines;
  if (is_json) lines.emplace(stderr, limit, title);
  Result<fleet::PortfolioOutcome> outcome =
      fleet::run_portfolio(command, options, [&](const fleet::Progress& progress) {
        status.update(progress);
        if (lines) lines->update(progress);
        if (rates != nullptr) rates->add(progress);
        return !interrupt.interrupted();
      });
  if (lines && outcome) lines->end(outcome->outcome.result);
  return outcome;
}

}  // namespace heddle::cli
