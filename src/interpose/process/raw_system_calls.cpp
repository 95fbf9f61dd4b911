// Interposes the C library's `syscall`, which makes system calls by number.  Heddle implements a
// few calls.  Others do not affect any schedule and pass.  All remaining calls would leave Heddle's
// control and are refused.
#include <fcntl.h>
#include <linux/membarrier.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <iterator>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "interpose/process/processes.hpp"
#include "interpose/process/processors.hpp"
#include "interpose/threads/yield.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

// A system call that only returns information.  The kernel writes `size` bytes to where the
// argument `into` points, or the number of bytes given by the argument `count`.
struct Telling {
  long number;
  int into = -1;
  std::size_t size = 0;
  int count = -1;
};

constexpr Telling kTelling[] = {
    {SYS_getuid},
    {SYS_geteuid},
    {SYS_getgid},
    {SYS_getegid},
    {SYS_getpgid},
    {SYS_getsid},
    {SYS_faccessat},
    {SYS_getpriority},
    {SYS_sched_getscheduler},
    {SYS_sched_get_priority_max},
    {SYS_sched_get_priority_min},
    {SYS_uname, 0, sizeof(utsname)},
    {SYS_sysinfo, 0, sizeof(struct sysinfo)},
    {SYS_fstat, 1, sizeof(struct stat)},
    {SYS_newfstatat, 2, sizeof(struct stat)},
    {SYS_statx, 4, sizeof(struct statx)},
    {SYS_getcwd, 0, 0, 1},
    {SYS_readlinkat, 2, 0, 3},
    {SYS_clock_getres, 1, sizeof(timespec)},
};

long pass_on(long number, const long* arguments) {
  const long result = raw_syscall(number, arguments[0], arguments[1], arguments[2], arguments[3],
                                  arguments[4], arguments[5]);
  if (result >= 0 || result <= -4096) return result;
  errno = static_cast<int>(-result);
  return -1;
}

long tell(const Telling& call, const long* arguments) {
  if (call.into >= 0) {
    const std::size_t size =
        call.count >= 0 ? static_cast<std::size_t>(arguments[call.count]) : call.size;
    dirty_pages().touch(reinterpret_cast<void*>(arguments[call.into]), size);
  }
  return pass_on(call.number, arguments);
}

// The memory of one real thread is always in order.
long membarrier(const long* arguments) {
  return arguments[0] == MEMBARRIER_CMD_QUERY ? pass_on(SYS_membarrier, arguments) : 0;
}

// All threads run on one processor, and seem to.
long getcpu(const long* arguments) {
  for (int i = 0; i < 2; ++i) {
    if (arguments[i] != 0) *reinterpret_cast<unsigned*>(arguments[i]) = 0;
  }
  return 0;
}

// The kernel returns the number of bytes that it has filled.
long getaffinity(const long* arguments) {
  const auto size = static_cast<std::size_t>(arguments[1]);
  const int error = show_processors(size, reinterpret_cast<cpu_set_t*>(arguments[2]));
  if (error == 0) return sizeof(unsigned long);
  errno = error;
  return -1;
}

[[noreturn]] void refuse(long number) {
  char sentence[192];
  std::snprintf(sentence, sizeof sentence,
                "the program makes system call %ld by its number (syscall): Heddle does not "
                "control it; call the C library's function instead",
                number);
  scheduler().refuse(sentence);
}

long controlled_call(long number, const long* arguments, Site site) {
  switch (number) {
    case SYS_clone:
    case SYS_clone3:
      refuse_clone();
    case SYS_futex:
      return futex(arguments, site);
    case SYS_sched_yield:
      yield_processor(site);
      return 0;
    case SYS_getpid:
      return ::getpid();
    case SYS_getppid:
      return ::getppid();
    case SYS_gettid:
      return ::gettid();
    case SYS_getrandom:
      return ::getrandom(reinterpret_cast<void*>(arguments[0]),
                         static_cast<std::size_t>(arguments[1]),
                         static_cast<unsigned>(arguments[2]));
    case SYS_clock_gettime:
      return ::clock_gettime(static_cast<clockid_t>(arguments[0]),
                             reinterpret_cast<timespec*>(arguments[1]));
    case SYS_gettimeofday:
      return ::gettimeofday(reinterpret_cast<timeval*>(arguments[0]), nullptr);
    case SYS_getrusage:
      return ::getrusage(static_cast<__rusage_who>(arguments[0]),
                         reinterpret_cast<rusage*>(arguments[1]));
    case SYS_getcpu:
      return getcpu(arguments);
    case SYS_sched_getaffinity:
      return getaffinity(arguments);
    case SYS_membarrier:
      return membarrier(arguments);
    case SYS_read:
      return ::read(static_cast<int>(arguments[0]), reinterpret_cast<void*>(arguments[1]),
                    static_cast<std::size_t>(arguments[2]));
    case SYS_write:
      return ::write(static_cast<int>(arguments[0]), reinterpret_cast<const void*>(arguments[1]),
                     static_cast<std::size_t>(arguments[2]));
    case SYS_close:
      return ::close(static_cast<int>(arguments[0]));
    case SYS_openat:
      return ::openat(static_cast<int>(arguments[0]), reinterpret_cast<const char*>(arguments[1]),
                      static_cast<int>(arguments[2]), static_cast<mode_t>(arguments[3]));
    case SYS_kill:
      return ::kill(static_cast<pid_t>(arguments[0]), static_cast<int>(arguments[1]));
    case SYS_exit_group:
      ::_exit(static_cast<int>(arguments[0]));
    default:
      break;
  }
  const auto* const found =
      std::find_if(std::begin(kTelling), std::end(kTelling),
                   [&](const Telling& call) { return call.number == number; });
  if (found == std::end(kTelling)) refuse(number);
  return tell(*found, arguments);
}

}  // namespace

HEDDLE_INTERPOSE long syscall(long number, ...) {
  long arguments[6];
  va_list list;
  va_start(list, number);
  for (long& argument : arguments) argument = va_arg(list, long);
  va_end(list);
  if (controlled()) return controlled_call(number, arguments, HEDDLE_CALLER);
  return pass_on(number, arguments);
}

}  // namespace heddle::native
