// The terminal from which Heddle was started: what a program changes about it stays, and the kernel
// stops processes in the background that try.  Refused; on anything else the originals answer.
#include <termios.h>
#include <unistd.h>

#include "interpose/interpose.hpp"

namespace heddle::native {
namespace {

bool is_terminal(int file) {
  const EngineScope engine;
  const int before = errno;
  const bool is = ::isatty(file) == 1;
  errno = before;
  return is;
}

}  // namespace

#define HEDDLE_TERMINAL(name, parameters, file, ...)                                    \
  HEDDLE_INTERPOSE int name parameters {                                                \
    if (controlled() && is_terminal(file)) {                                            \
      scheduler().refuse("the program calls " #name                                     \
                         ": it would change the terminal in every execution; redirect " \
                         "the input, e.g. with < /dev/null");                           \
    }                                                                                   \
    return call_real<int>(#name, file __VA_OPT__(, ) __VA_ARGS__);                      \
  }

HEDDLE_TERMINAL(tcsetattr, (int file, int when, const termios* wanted) noexcept, file, when, wanted)
HEDDLE_TERMINAL(tcsetpgrp, (int file, pid_t group) noexcept, file, group)
HEDDLE_TERMINAL(tcflush, (int file, int queue) noexcept, file, queue)
HEDDLE_TERMINAL(tcflow, (int file, int action) noexcept, file, action)
HEDDLE_TERMINAL(tcsendbreak, (int file, int duration) noexcept, file, duration)
HEDDLE_TERMINAL(tcdrain, (int file), file)

#undef HEDDLE_TERMINAL

}  // namespace heddle::native
