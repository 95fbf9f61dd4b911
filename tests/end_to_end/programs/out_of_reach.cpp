// Puts its own process beyond the reach of Heddle's signals, in the way that the argument names.
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cassert>
#include <cstring>
#include <heddle/heddle.hpp>

#include "behind_the_back.hpp"

// An assertion fails in one of ten executions, and the last is the one that is out of reach.
bool is_late(const char* how) {
  if (std::strcmp(how, "late") != 0) return false;
  const int chosen = heddle::choose(10);
  assert(chosen != 3);
  return chosen == 9;
}

int main(int argc, char** argv) {
  const char* const how = argc == 2 ? argv[1] : "";
  if (std::strcmp(how, "stop") == 0) {
    behind_the_back(SYS_kill, behind_the_back(SYS_getpid, 0), SIGSTOP);
  } else if (std::strcmp(how, "leave") == 0) {
    behind_the_back(SYS_exit, 0);  // of this thread alone
  } else if (std::strcmp(how, "close") == 0 || is_late(how)) {
    unsigned char all[8];
    std::memset(all, 0xff, sizeof all);
    behind_the_back(SYS_rt_sigprocmask, SIG_BLOCK, reinterpret_cast<long>(all), 0, sizeof all);
    volatile long counted = 0;
    for (;;) counted = counted + 1;
  }
}
