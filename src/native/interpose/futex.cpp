// The futex system call, through the C library's `syscall`: what std::atomic::wait, std::latch,
// std::barrier, std::counting_semaphore, std::future and libstdc++ itself sleep with.
#include <linux/futex.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdarg>
#include <cstring>

#include "native/interpose/interpose.hpp"
#include "native/spin.hpp"
#include "native/virtual_time.hpp"

namespace heddle::native {
namespace {

std::uint64_t deadline_of(int command, int operation, const timespec* time) {
  if (time == nullptr) return kNever;
  // FUTEX_WAIT takes a span, FUTEX_WAIT_BITSET a point in time.
  if (command == FUTEX_WAIT) return virtual_deadline_after(*time);
  return virtual_deadline(
      (operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC, *time);
}

long wait(const std::uint32_t* word, std::uint32_t expected, std::uint64_t deadline, Site site) {
  Operation operation{.kind = OpKind::futex_wait,
                      .size = 4,
                      .object = object_of(word),
                      .value = expected,
                      .site = site};
  current_thread().deadline = deadline;
  Thread& self = scheduling_point(operation);
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != expected) {
    self.deadline = kNever;
    note_outcome(Outcome::refused);
    errno = EAGAIN;
    return -1;
  }
  sync::park(self.parking, operation.object);
  operation.kind = OpKind::futex_wake_up;
  scheduling_point(operation);
  const Wake wake = take_wake(self);
  sync::leave(self.parking);
  self.deadline = kNever;
  if (wake == Wake::timed_out) {
    note_outcome(Outcome::timed_out);
    errno = ETIMEDOUT;
    return -1;
  }
  if (wake == Wake::spurious) note_outcome(Outcome::spurious);
  return 0;
}

long wake(const std::uint32_t* word, std::uint64_t count, Site site) {
  const Operation operation{.kind = OpKind::futex_wake,
                            .size = 4,
                            .object = object_of(word),
                            .value = count,
                            .site = site};
  const Thread& self = scheduling_point(operation);
  const Woken woken = wake_waiters(operation.object, count, self.alternative);
  note_outcome(woken.count > 0 ? Outcome::done : Outcome::refused, woken.first);
  return woken.count;
}

long futex(const long* arguments, Site site) {
  const auto* word = reinterpret_cast<const std::uint32_t*>(arguments[0]);
  const int operation = static_cast<int>(arguments[1]);
  const int command = operation & FUTEX_CMD_MASK;
  const auto value = static_cast<std::uint32_t>(arguments[2]);
  switch (command) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      return wait(word, value,
                  deadline_of(command, operation, reinterpret_cast<const timespec*>(arguments[3])),
                  site);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
      // The count is an int: INT_MAX means all.
      return wake(word, value & 0x7fffffffU, site);
    default:
      conductor().refuse(
          "the program uses a futex operation other than wait and wake, which Heddle does "
          "not support yet");
  }
}

}  // namespace

HEDDLE_INTERPOSE long syscall(long number, ...) {
  long arguments[6];
  va_list list;
  va_start(list, number);
  for (long& argument : arguments) argument = va_arg(list, long);
  va_end(list);
  if (controlled()) {
    if (number == SYS_futex) return futex(arguments, HEDDLE_CALLER);
    if (number == SYS_sched_yield) {
      hint_spinning();
      return 0;
    }
  }
  const long result = raw_syscall(number, arguments[0], arguments[1], arguments[2], arguments[3],
                                  arguments[4], arguments[5]);
  if (result < 0 && result > -4096) {
    errno = static_cast<int>(-result);
    return -1;
  }
  return result;
}

}  // namespace heddle::native
