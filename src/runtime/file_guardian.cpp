#include "runtime/file_guardian.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

#include "core/file_journal.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/real_functions.hpp"

namespace heddle::native {
namespace {

// Forks by a raw system call: fork handlers of the program must not run.
long copy_process() { return raw_syscall(SYS_clone, SIGCHLD); }

[[noreturn]] void leave() {
  raw_syscall(SYS_exit_group, 0);
  __builtin_unreachable();
}

void close_between(long first, long last) {
  if (first > last || raw_syscall(SYS_close_range, first, last, 0) == 0) return;
  for (long at = first; at <= std::min(last, ::sysconf(_SC_OPEN_MAX)); ++at) {
    raw_syscall(SYS_close, at);
  }
}

// Closes all other descriptors, including the output of the process, whose end a reader may wait
// for.
void close_all_but(int pipe, int lock) {
  const auto [low, high] = std::minmax(pipe, lock);
  close_between(0, low - 1);
  close_between(low + 1, high - 1);
  close_between(high + 1, std::numeric_limits<int>::max());
}

// Waits until the other end of the pipe is closed everywhere: every process that held it has
// ended.
void wait_for_end(int pipe) {
  char byte = 0;
  long got = 0;
  do {
    got = raw_syscall(SYS_read, pipe, reinterpret_cast<long>(&byte), 1);
  } while (got > 0 || got == -EINTR);
}

// Runs the guardian in its own session, so that signals to the process group do not reach it.
[[noreturn]] void guard(int pipe, int lock, const std::string& folder) {
  raw_syscall(SYS_setsid);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGALRM}) {
    ::signal(signal, SIG_IGN);
  }
  close_all_but(pipe, lock);
  wait_for_end(pipe);
  undo_journal(folder);
  leave();
}

}  // namespace

void start_file_guardian(const std::string& journal_folder, int lock) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return;
  const long child = copy_process();
  if (child == 0) {
    // Twice, so that the guardian is no child of the process: the program may count its children.
    ::close(ends[1]);
    if (copy_process() != 0) leave();
    guard(ends[0], lock, journal_folder);
  }
  ::close(ends[0]);
  hidden_copy(ends[1]);
  if (child < 0) return;
  while (raw_syscall(SYS_wait4, child, 0, 0, 0) == -EINTR) {
  }
}

}  // namespace heddle::native
