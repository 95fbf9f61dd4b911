// heddle help [COMMAND]
#include <fmt/core.h>

#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"

namespace heddle::cli {
namespace {

std::string help() { return "Prints all commands, or everything about one.\n"; }

int run(const Arguments& arguments) {
  if (arguments.empty()) {
    fmt::print("{}", overview());
    return kExitOk;
  }
  if (arguments.size() > 1) return complain("`heddle help` takes one command at a time.");
  const Command* command = find_command(arguments.front());
  if (command == nullptr) return complain(unknown_command(arguments.front()));
  fmt::print("{}", help_page(*command));
  return kExitOk;
}

}  // namespace

const Command kHelpCommand{"help", "heddle help [COMMAND]", "explains the commands", help, run};

}  // namespace heddle::cli
