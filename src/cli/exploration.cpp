#include "cli/exploration.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <optional>

#include "cli/json_progress.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"

namespace heddle::cli {
namespace {

// Runs a search whose worker may be killed: another one continues from the last checkpoint.
Result<fleet::PortfolioOutcome> run_campaign(fleet::WorkerCommand command,
                                             config::RunOptions options, const fleet::Tick& tick,
                                             CampaignRun& campaign) {
  // The search itself does not depend on the time of one run.
  if (options.time) command.deadline = std::chrono::steady_clock::now() + *options.time;
  options.time.reset();
  while (true) {
    command.campaign = campaign.part();
    Result<fleet::PortfolioOutcome> outcome = fleet::run_portfolio(command, options, tick);
    if (!outcome.ok()) return outcome;
    if (outcome->outcome.unexplained_death.empty() || !campaign.continue_after_loss()) {
      outcome->outcome.result.seconds += campaign.seconds_before();
      return outcome;
    }
    fmt::print(stderr, "heddle: the search died: {}; another process continues it\n",
               outcome->outcome.unexplained_death);
  }
}

Result<fleet::PortfolioOutcome> run_over_ranks(const fleet::WorkerCommand& command,
                                               const config::RunOptions& options,
                                               const fleet::Tick& tick, ranks::RankSession& ranks) {
  Result<std::optional<fleet::PortfolioOutcome>> outcome = ranks.explore(command, options, tick);
  if (!outcome) return outcome.error();
  if (*outcome) return std::move(**outcome);
  fleet::PortfolioOutcome elsewhere;
  elsewhere.is_elsewhere = true;
  return elsewhere;
}

}  // namespace

Result<fleet::PortfolioOutcome> explore(const config::RunOptions& options,
                                        const ProgramFile& program, const Arguments& arguments,
                                        const InterruptGuard& interrupt, const std::string& title,
                                        RateLog* rates, CampaignRun* campaign,
                                        ranks::RankSession* ranks) {
  fleet::WorkerCommand command;
  command.argv = options.launcher;
  command.argv.push_back(program.path);
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  std::optional<double> limit;
  if (options.time) limit = std::chrono::duration<double>(*options.time).count();
  const bool is_json = options.progress == config::ProgressForm::json;
  const bool is_silent = ranks != nullptr && !ranks->leads();
  StatusLine status(stderr, terminal_of(STDERR_FILENO, options.colour),
                    options.quiet || is_json || is_silent, limit, title);
  std::optional<JsonProgress> lines;
  if (is_json && !is_silent) lines.emplace(stderr, limit, title);
  const fleet::Tick tick = [&](const fleet::Progress& progress) {
    status.update(progress);
    if (lines) lines->update(progress);
    if (rates != nullptr) rates->add(progress);
    if (campaign != nullptr) campaign->update(progress);
    return !interrupt.interrupted();
  };
  Result<fleet::PortfolioOutcome> outcome =
      ranks != nullptr      ? run_over_ranks(command, options, tick, *ranks)
      : campaign != nullptr ? run_campaign(command, options, tick, *campaign)
                            : fleet::run_portfolio(command, options, tick);
  if (lines && outcome) lines->end(outcome->outcome.result);
  return outcome;
}

}  // namespace heddle::cli
