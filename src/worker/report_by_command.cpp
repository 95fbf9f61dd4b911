#include "worker/report_by_command.hpp"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fleet/channel.hpp"
#include "worker/runtime_installation.hpp"

namespace heddle::worker {
namespace {

// An unnamed file, which another process opens through this process's /proc entry.
class NamelessFile {
 public:
  NamelessFile() : file_(::memfd_create("heddle-report", MFD_CLOEXEC)) {}
  ~NamelessFile() {
    if (file_ >= 0) ::close(file_);
  }
  NamelessFile(const NamelessFile&) = delete;
  NamelessFile& operator=(const NamelessFile&) = delete;

  int number() const { return file_; }
  std::string path() const {
    return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(file_);
  }

 private:
  int file_;
};

// Returns the output of the command, if it succeeds.
std::optional<std::string> printed_by(const std::string& command, const std::string& report,
                                      const std::string& json) {
  int ends[2];
  if (::pipe(ends) != 0) return std::nullopt;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  const char* argv[] = {command.c_str(), "tell", report.c_str(), json.c_str(), nullptr};
  pid_t child = 0;
  const int error =
      ::posix_spawn(&child, command.c_str(), &actions, nullptr, const_cast<char**>(argv), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t got; error == 0 && (got = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(got));
  }
  ::close(ends[0]);
  int status = 0;
  if (error != 0 || ::waitpid(child, &status, 0) != child || status != 0) return std::nullopt;
  return text;
}

}  // namespace

std::optional<CommandReport> report_by_command(const result::WorkerReport& report) {
  const NamelessFile in;
  const NamelessFile out;
  if (in.number() < 0 || out.number() < 0) return std::nullopt;
  fleet::write_all(in.number(), result::to_json(report));
  std::optional<std::string> text = printed_by(heddle_command(), in.path(), out.path());
  if (!text) return std::nullopt;
  return CommandReport{std::move(*text), fleet::read_all(out.number())};
}

}  // namespace heddle::worker
