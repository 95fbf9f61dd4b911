// heddle help [COMMAND | supported]
#include <fmt/core.h>

#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/supported.hpp"

namespace heddle::cli {
namespace {

std::string help_command_help() {
  return "Lists all commands, or explains one.\n"
         "`heddle help supported` lists the supported threading and synchronisation functions.\n";
}

int help_command(const Arguments& arguments) {
  if (arguments.empty()) {
    fmt::print("{}", overview());
    return kExitOk;
  }
  if (arguments.size() > 1) return complain("`heddle help` accepts one command.");
  if (arguments.front() == "supported") {
    fmt::print("{}", supported_page());
    return kExitOk;
  }
  const Command* command = find_command(arguments.front());
  if (command == nullptr) return complain(unknown_command(arguments.front()));
  fmt::print("{}", help_page(*command));
  return kExitOk;
}

}  // namespace

const Command kHelpCommand{"help", "heddle help [COMMAND | supported]", "explain the commands",
                           help_command_help, help_command};

}  // namespace heddle::cli
