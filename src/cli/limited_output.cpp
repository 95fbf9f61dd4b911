#include "cli/limited_output.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

namespace heddle::cli {
namespace {

using SteadyClock = std::chrono::steady_clock;

// In milliseconds; a program that has closed its output is about to end.
constexpr int kPollInterval = 20;
constexpr int kEndInterval = 1;

// Valid as long as `words` is.
std::vector<char*> addresses(const std::vector<std::string>& words) {
  std::vector<char*> result;
  result.reserve(words.size() + 1);
  for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> native_environment() {
  std::vector<std::string> result = {"HEDDLE_NATIVE=1"};
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (!std::string_view(*entry).starts_with("HEDDLE_NATIVE=")) result.emplace_back(*entry);
  }
  return result;
}

// Starts a process in a group of its own.  Returns an error number.
int spawn(const std::vector<std::string>& argv, int output, pid_t& process) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  const std::vector<std::string> environment = native_environment();
  const int failure = posix_spawnp(&process, argv.front().c_str(), &actions, &attributes,
                                   addresses(argv).data(), addresses(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

// A started program and the read end of its output.
class ListingProcess {
 public:
  ListingProcess(pid_t process, int output) : process_(process), output_(output) {}
  ListingProcess(const ListingProcess&) = delete;
  ListingProcess& operator=(const ListingProcess&) = delete;
  ~ListingProcess() {
    kill(-process_, SIGKILL);  // before the process id can be reused
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
    close(output_);
  }

  LimitedOutput read(OutputLimits limits, const InterruptGuard& interrupt) {
    using End = LimitedOutput::End;
    LimitedOutput output;
    const auto deadline = SteadyClock::now() + limits.time;
    while (true) {
      // The order matters: output that precedes the end is still read.
      const bool has_ended = look_for_end();
      const bool got_output = read_available(output.text);
      if (output.text.size() > limits.size) output.end = End::too_large;
      if (has_ended && !got_output) return ended(std::move(output));
      if (SteadyClock::now() >= deadline) output.end = End::too_slow;
      if (interrupt.interrupted()) output.end = End::interrupted;
      if (output.end != End::exited) return output;
      if (!got_output) wait();
    }
  }

 private:
  LimitedOutput ended(LimitedOutput output) const {
    const bool was_killed = end_.si_code == CLD_KILLED || end_.si_code == CLD_DUMPED;
    if (output.end == LimitedOutput::End::exited && was_killed) {
      output.end = LimitedOutput::End::crashed;
      output.signal = end_.si_status;
    }
    return output;
  }

  bool look_for_end() {
    const auto id = static_cast<id_t>(process_);
    return waitid(P_PID, id, &end_, WEXITED | WNOHANG | WNOWAIT) == 0 && end_.si_pid != 0;
  }

  bool read_available(std::string& text) {
    char buffer[1 << 16];
    const ssize_t size = ::read(output_, buffer, sizeof buffer);
    if (size > 0) text.append(buffer, static_cast<std::size_t>(size));
    is_closed_ = size == 0;
    return size > 0;
  }

  void wait() const {
    pollfd ready{is_closed_ ? -1 : output_, POLLIN, 0};
    ::poll(&ready, 1, is_closed_ ? kEndInterval : kPollInterval);
  }

  pid_t process_;
  int output_;
  bool is_closed_ = false;
  siginfo_t end_{};
};

}  // namespace

Result<LimitedOutput> limited_output(const std::vector<std::string>& argv, OutputLimits limits,
                                     const InterruptGuard& interrupt) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return Error{fmt::format("Cannot create a pipe ({}).", std::strerror(errno))};
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  pid_t process = 0;
  const int failure = spawn(argv, ends[1], process);
  close(ends[1]);
  if (failure != 0) {
    close(ends[0]);
    return Error{fmt::format("'{}' cannot be started ({}).", argv.front(), std::strerror(failure))};
  }
  return ListingProcess(process, ends[0]).read(limits, interrupt);
}

}  // namespace heddle::cli
