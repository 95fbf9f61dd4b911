// Interposes calls that return information about the process and the machine.  The kernel fails on
// write-protected pages instead of faulting, so the memory that it writes is touched first.
#include <sched.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "interpose/interpose.hpp"
#include "interpose/memory/caller_memory.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {

#define HEDDLE_FILLS(type, name, parameters, into, size, ...)    \
  HEDDLE_INTERPOSE type name parameters {                        \
    if (controlled()) {                                          \
      use_memory(kNoObject, HEDDLE_CALLER, writing(into, size)); \
      dirty_pages().touch(into, size);                           \
    }                                                            \
    return call_real<type>(#name, __VA_ARGS__);                  \
  }

HEDDLE_FILLS(int, uname, (utsname * into) noexcept, into, sizeof *into, into)
HEDDLE_FILLS(int, sysinfo, (struct sysinfo * into) noexcept, into, sizeof *into, into)
HEDDLE_FILLS(int, getgroups, (int count, gid_t* into) noexcept, into,
             (count > 0 ? static_cast<std::size_t>(count) : 0) * sizeof *into, count, into)
HEDDLE_FILLS(int, sched_getparam, (pid_t thread, sched_param* into) noexcept, into, sizeof *into,
             thread, into)
HEDDLE_FILLS(int, sched_rr_get_interval, (pid_t process, timespec* into) noexcept, into,
             sizeof *into, process, into)
HEDDLE_FILLS(int, getitimer, (__itimer_which_t which, itimerval* into) noexcept, into, sizeof *into,
             which, into)
HEDDLE_FILLS(int, clock_getres, (clockid_t clock, timespec* into) noexcept, into, sizeof *into,
             clock, into)

#undef HEDDLE_FILLS

// Three at once.
#define HEDDLE_FILLS_THREE(name, type)                                                  \
  HEDDLE_INTERPOSE int name(type* real, type* effective, type* saved) noexcept {        \
    if (controlled()) {                                                                 \
      use_memory(kNoObject, HEDDLE_CALLER, writing(real, sizeof *real),                 \
                 writing(effective, sizeof *effective), writing(saved, sizeof *saved)); \
      for (type* const into : {real, effective, saved}) {                               \
        dirty_pages().touch(into, sizeof *into);                                        \
      }                                                                                 \
    }                                                                                   \
    return call_real<int>(#name, real, effective, saved);                               \
  }

HEDDLE_FILLS_THREE(getresuid, uid_t)
HEDDLE_FILLS_THREE(getresgid, gid_t)

#undef HEDDLE_FILLS_THREE

}  // namespace heddle::native
