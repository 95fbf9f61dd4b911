#include "cli/debugger.hpp"

#include <cstdlib>
#include <filesystem>

#include "cli/installation.hpp"
#include "cli/subprocess.hpp"

namespace heddle::cli {
namespace {

constexpr const char* kDebugger = "gdb";

// One word of a command of gdb's own, which takes the rest of the line as it is.
std::string open_command(const std::string& trace) {
  return "heddle open " + std::filesystem::absolute(trace).string();
}

}  // namespace

Status check_debugger(const config::RunOptions& options) {
  if (!options.launcher.empty()) {
    return Error{
        "--gdb cannot be combined with --launcher: gdb must start the program itself; leave out "
        "one of the two."};
  }
  if (!command_exists(kDebugger)) {
    return Error{
        "gdb is not installed; install it (on Debian: apt install gdb) or replay without --gdb."};
  }
  return Done{};
}

Error become_debugger(const DebugSession& session) {
  const Result<Installation> installation = find_installation();
  if (!installation) return installation.error();
  Result<fleet::Channel> channel = fleet::channel_for(session.worker);
  if (!channel) return channel.error();
  channel->keep_over_exec();
  ::setenv(fleet::Channel::kVariable, channel->text().c_str(), 1);
  std::vector<std::string> argv = {
      kDebugger, "-q", "-x", installation->gdb_script, "-ex", open_command(session.trace)};
  argv.insert(argv.end(), session.options.begin(), session.options.end());
  argv.emplace_back("--args");
  argv.insert(argv.end(), session.worker.argv.begin(), session.worker.argv.end());
  return become(argv);
}

}  // namespace heddle::cli
