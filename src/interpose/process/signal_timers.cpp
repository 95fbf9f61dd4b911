// Signals that come by themselves, and waiting for them: they would come in real time, which no
// schedule decides.  Refused.
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "interpose/interpose.hpp"

namespace heddle::native {

#define HEDDLE_REFUSE_SIGNAL(type, name, parameters, ...)                                \
  HEDDLE_INTERPOSE type name parameters {                                                \
    if (!controlled()) return call_real<type>(#name __VA_OPT__(, ) __VA_ARGS__);         \
    scheduler().refuse(                                                                  \
        "the program calls " #name                                                       \
        ": Heddle does not support asynchronous signals; run this part without Heddle"); \
  }

HEDDLE_REFUSE_SIGNAL(unsigned, alarm, (unsigned seconds) noexcept, seconds)
HEDDLE_REFUSE_SIGNAL(unsigned, ualarm, (useconds_t after, useconds_t every) noexcept, after, every)
HEDDLE_REFUSE_SIGNAL(int, setitimer,
                     (__itimer_which_t which, const itimerval* time, itimerval* old) noexcept,
                     which, time, old)
HEDDLE_REFUSE_SIGNAL(int, timer_create, (clockid_t clock, sigevent* event, timer_t* timer) noexcept,
                     clock, event, timer)
HEDDLE_REFUSE_SIGNAL(int, pause, ())
HEDDLE_REFUSE_SIGNAL(int, sigsuspend, (const sigset_t* mask), mask)
HEDDLE_REFUSE_SIGNAL(int, sigtimedwait,
                     (const sigset_t* set, siginfo_t* info, const timespec* time), set, info, time)

}  // namespace heddle::native
