// The futex system call, which comes through the C library's `syscall`: what std::atomic::wait,
// std::latch, std::barrier, std::counting_semaphore, std::future and libstdc++ itself sleep with.
#include <linux/futex.h>

#include <cerrno>
#include <cstdio>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "runtime/requeue.hpp"
#include "runtime/virtual_time.hpp"

namespace heddle::native {
namespace {

std::uint64_t deadline_of(int command, int operation, const timespec* time) {
  if (time == nullptr) return kNever;
  // FUTEX_WAIT takes a span, FUTEX_WAIT_BITSET a point in time.
  if (command == FUTEX_WAIT) return virtual_deadline_after(*time);
  return virtual_deadline(
      (operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC, *time);
}

// Bits as Operation::second: nothing stands for all of them, which is the usual.
ObjectId bits_of(std::uint32_t bits) {
  return bits == FUTEX_BITSET_MATCH_ANY ? kNoObject : ObjectId{bits};
}

long give_up(int error) {
  errno = error;
  return -1;
}

long wait(const std::uint32_t* word, std::uint32_t expected, std::uint64_t deadline, ObjectId bits,
          Site site) {
  Operation operation{.kind = OpKind::futex_wait,
                      .size = 4,
                      .object = object_of(word),
                      .second = bits,
                      .value = expected,
                      .site = site};
  current_thread().deadline = deadline;
  Thread& self = scheduling_point(operation);
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != expected) {
    self.deadline = kNever;
    note_outcome(Outcome::refused);
    return give_up(EAGAIN);
  }
  sync::park(self.parking, operation.object);
  operation.kind = OpKind::futex_wake_up;
  scheduling_point(operation);
  const Wake wake = take_wake(self);
  sync::leave(self.parking);
  self.deadline = kNever;
  if (wake == Wake::timed_out) {
    note_outcome(Outcome::timed_out);
    return give_up(ETIMEDOUT);
  }
  if (wake == Wake::spurious) note_outcome(Outcome::spurious);
  return 0;
}

long wake(const std::uint32_t* word, std::uint64_t count, ObjectId bits, Site site) {
  const Operation operation{.kind = OpKind::futex_wake,
                            .size = 4,
                            .object = object_of(word),
                            .second = bits,
                            .value = count,
                            .site = site};
  const Thread& self = scheduling_point(operation);
  const Woken woken = wake_waiters(operation.object, count, self.alternative, bits);
  note_outcome(woken.count > 0 ? Outcome::done : Outcome::refused, woken.first);
  return woken.count;
}

// How many, of an int that the kernel takes for a large number when it is negative.
std::uint16_t threads_in(long count) {
  const auto unsigned_count = static_cast<std::uint32_t>(count) & 0x7fffffffU;
  return static_cast<std::uint16_t>(unsigned_count < 0xffff ? unsigned_count : 0xffff);
}

long move(const std::uint32_t* word, const std::uint32_t* target, bool compares,
          const RequeueArguments& arguments, Site site) {
  Operation operation{.kind = OpKind::futex_requeue,
                      .size = static_cast<std::uint16_t>(compares ? 4 : 0),
                      .object = object_of(word),
                      .second = object_of(target),
                      .value = packed(arguments),
                      .site = site};
  Thread& self = scheduling_point(operation);
  refresh_requeue(self);
  if (self.pending.kind == OpKind::futex_requeue_refused) {
    note_outcome(Outcome::refused);
    return give_up(EAGAIN);
  }
  const Requeued requeued = requeue(self.pending, self.alternative);
  note_outcome(Outcome::done, requeued.first);
  // The comparing one counts all, the other one those that it woke.
  return self.pending.size != 0 ? requeued.woken + requeued.moved : requeued.woken;
}

// The names of operations that are not supported, by number.
const char* name_of(int command) {
  switch (command) {
    case FUTEX_FD:
      return "FUTEX_FD";
    case FUTEX_WAKE_OP:
      return "FUTEX_WAKE_OP";
    case FUTEX_LOCK_PI:
      return "FUTEX_LOCK_PI";
    case FUTEX_UNLOCK_PI:
      return "FUTEX_UNLOCK_PI";
    case FUTEX_TRYLOCK_PI:
      return "FUTEX_TRYLOCK_PI";
    case FUTEX_WAIT_REQUEUE_PI:
      return "FUTEX_WAIT_REQUEUE_PI";
    case FUTEX_CMP_REQUEUE_PI:
      return "FUTEX_CMP_REQUEUE_PI";
    default:
      return "an unknown futex operation";
  }
}

[[noreturn]] void refuse_command(int command) {
  char sentence[192];
  std::snprintf(sentence, sizeof sentence,
                "the program uses %s: Heddle does not support this futex operation; run this part "
                "without Heddle",
                name_of(command));
  scheduler().refuse(sentence);
}

}  // namespace

long futex(const long* arguments, Site site) {
  const auto* word = reinterpret_cast<const std::uint32_t*>(arguments[0]);
  const int operation = static_cast<int>(arguments[1]);
  const int command = operation & FUTEX_CMD_MASK;
  const auto value = static_cast<std::uint32_t>(arguments[2]);
  const auto* time = reinterpret_cast<const timespec*>(arguments[3]);
  const auto bits = static_cast<std::uint32_t>(arguments[5]);
  const bool waits = command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET;
  if (waits && time != nullptr && !is_valid(*time)) return give_up(EINVAL);
  switch (command) {
    case FUTEX_WAIT:
      return wait(word, value, deadline_of(command, operation, time), kNoObject, site);
    case FUTEX_WAIT_BITSET:
      if (bits == 0) return give_up(EINVAL);
      return wait(word, value, deadline_of(command, operation, time), bits_of(bits), site);
    case FUTEX_WAKE:
      // The count is an int: INT_MAX means all.
      return wake(word, value & 0x7fffffffU, kNoObject, site);
    case FUTEX_WAKE_BITSET:
      if (bits == 0) return give_up(EINVAL);
      return wake(word, value & 0x7fffffffU, bits_of(bits), site);
    case FUTEX_REQUEUE:
    case FUTEX_CMP_REQUEUE: {
      const RequeueArguments counts{threads_in(arguments[2]), threads_in(arguments[3]), bits};
      return move(word, reinterpret_cast<const std::uint32_t*>(arguments[4]),
                  command == FUTEX_CMP_REQUEUE, counts, site);
    }
    default:
      refuse_command(command);
  }
}

}  // namespace heddle::native
