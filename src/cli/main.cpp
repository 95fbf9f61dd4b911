// The heddle command: finds the verb and runs it.
#include <fmt/core.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string_view>

#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "fleet/resource_limits.hpp"

namespace {

// A worker that starts checks the limits as well.  Here they are refused first, since under a small
// stack even the reading of options may overflow.
int run_command(const heddle::cli::Command& command, const heddle::cli::Arguments& arguments) {
  if (command.explores) {
    const heddle::Status limits = heddle::fleet::check_resource_limits();
    if (!limits) return heddle::cli::complain(limits.sentence());
  }
  return command.run(arguments);
}

// Linked under the name heddle-c++ or heddle-cc, the command is that compiler: some build systems
// want a compiler to be one word.
const heddle::cli::Command* command_named_by(std::string_view program) {
  const std::string_view base = program.substr(program.find_last_of('/') + 1);
  constexpr std::string_view kPrefix = "heddle-";
  if (base.substr(0, kPrefix.size()) != kPrefix) return nullptr;
  return heddle::cli::find_command(base.substr(kPrefix.size()));
}

int run_heddle(int argc, char** argv) {
  using namespace heddle::cli;
  Arguments arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (argc > 0) {
    if (const Command* command = command_named_by(argv[0])) return run_command(*command, arguments);
  }
  if (arguments.empty()) {
    fmt::print(stderr, "{}", overview());
    return kExitUsage;
  }
  const std::string verb = arguments.front();
  arguments.erase(arguments.begin());
  if (verb == "--version") {
    fmt::print("heddle {}\n", HEDDLE_VERSION);
    return kExitOk;
  }
  const bool asks_help = verb == "--help" || verb == "-h";
  const Command* command = find_command(asks_help ? "help" : verb);
  if (command == nullptr) return complain(unknown_command(verb));
  return run_command(*command, arguments);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a small ulimit -f is an error of a write, not a death
  try {
    return run_heddle(argc, argv);
  } catch (const std::exception& error) {
    // A full disk behind stdout, no memory: nothing below throws for anything that is expected.
    std::fprintf(stderr, "heddle: internal error: %s\n", error.what());
    return heddle::cli::kExitInternalError;
  }
}
