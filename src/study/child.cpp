#include "study/child.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace heddle::study {
namespace {

// In the child, between fork and exec.
[[noreturn]] void become(const std::vector<char*>& argv, const std::string& folder,
                         const std::string& output, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(0);  // it died before the line above
  ::setpgid(0, 0);                        // Ctrl-C is for the study
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
  if (::chdir(folder.c_str()) != 0) ::_exit(126);
  const int in = ::open("/dev/null", O_RDONLY);
  const int out = ::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (in < 0 || out < 0) ::_exit(126);
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(out, STDERR_FILENO);
  ::unsetenv("HEDDLE_OPTIONS");
  ::execvp(argv[0], argv.data());
  ::_exit(127);
}

}  // namespace

Child::Child(pid_t process)
    : process_(process), handle_(static_cast<int>(::syscall(SYS_pidfd_open, process, 0))) {}

Result<std::unique_ptr<Child>> Child::start(const std::vector<std::string>& argv,
                                            const std::string& folder, const std::string& output) {
  std::vector<char*> pointers;
  for (const std::string& word : argv) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t process = ::fork();
  if (process < 0) {
    return Error{std::string("Cannot start a process (") + std::strerror(errno) +
                 "); use fewer --jobs."};
  }
  if (process == 0) become(pointers, folder, output, parent);
  return std::unique_ptr<Child>(new Child(process));
}

Child::~Child() {
  if (!ended_) {
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (handle_ >= 0) ::close(handle_);
}

bool Child::has_ended() {
  if (ended_) return true;
  const pid_t ended = ::waitpid(process_, &status_, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
  ended_ = true;
  return true;
}

}  // namespace heddle::study
