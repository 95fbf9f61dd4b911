// Explores a program with the progress shown on stderr, until the user interrupts it.
#pragma once

#include "cli/command.hpp"
#include "cli/program_file.hpp"
#include "config/run_options.hpp"
#include "core/result.hpp"
#include "fleet/portfolio.hpp"

namespace heddle::cli {

Result<fleet::PortfolioOutcome> explore(const config::RunOptions& options,
                                        const ProgramFile& program, const Arguments& arguments);

}  // namespace heddle::cli
