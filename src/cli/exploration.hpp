// Explores a program with the progress shown on stderr, until the user interrupts it.
#pragma once

#include <string>

#include "cli/campaign_run.hpp"
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/program_file.hpp"
#include "cli/rate_log.hpp"
#include "config/run_options.hpp"
#include "core/result.hpp"
#include "fleet/portfolio.hpp"
#include "ranks/rank_session.hpp"

namespace heddle::cli {

// Runs the searches of `options`.  `title` precedes the progress; empty: no title.  `rates`, if
// given, collects the progress.  `campaign`, if given, is continued, also by a second worker if the
// first is killed.  `ranks`, if given, search together.
Result<fleet::PortfolioOutcome> explore(const config::RunOptions& options,
                                        const ProgramFile& program, const Arguments& arguments,
                                        const InterruptGuard& interrupt,
                                        const std::string& title = {}, RateLog* rates = nullptr,
                                        CampaignRun* campaign = nullptr,
                                        ranks::RankSession* ranks = nullptr);

}  // namespace heddle::cli
