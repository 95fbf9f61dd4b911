// The subcommands of the command line.  Each is defined in one file together with its help.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

using Arguments = std::vector<std::string>;

struct Command {
  std::string_view name;
  std::string_view usage;                  // "heddle run [OPTIONS] [--] PROG ARGS"
  std::string_view summary;                // what it does, in a few words
  std::string (*help)();                   // the page below the usage line
  int (*run)(const Arguments& arguments);  // returns the exit code
  bool explores = false;                   // starts workers, which need the limits of the shell
};

extern const Command kCxxCommand;
extern const Command kCcCommand;
extern const Command kRunCommand;
extern const Command kTestCommand;
extern const Command kReplayCommand;
extern const Command kShowCommand;
extern const Command kReportCommand;
extern const Command kExportCommand;
extern const Command kTellCommand;
extern const Command kStatesCommand;
extern const Command kGraphCommand;
extern const Command kConfirmCommand;
extern const Command kCheckCoverageCommand;
extern const Command kMergeCommand;
extern const Command kStudyCommand;
extern const Command kStatusCommand;
extern const Command kHelpCommand;

// Returns all commands, in the order of the help.
std::span<const Command* const> commands();

// Finds a command; null for an unknown name.
const Command* find_command(std::string_view name);

// Returns the error message for an unknown subcommand.
std::string unknown_command(std::string_view name);

// Return the usage line and page of one subcommand, and the overview of all.
std::string help_page(const Command& command);
std::string overview();

}  // namespace heddle::cli
