#include "runtime/virtual_time.hpp"

#include "runtime/world.hpp"

namespace heddle::native {
namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;

// Where clocks start: a fixed date, and an uptime that programs which subtract from it survive.
constexpr std::uint64_t kEpoch = 1'700'000'000 * kSecond;
constexpr std::uint64_t kUptime = 100'000 * kSecond;

// A thread waits for a time after so many reads of the clock.  Then each one takes a millisecond,
// and soon longer: a hundred of them take a day and a half.  A loop that still goes on has no
// deadline.
constexpr std::uint16_t kPatience = 32;
constexpr std::uint16_t kReadsPerDoubling = 4;
constexpr std::uint16_t kMostClockReads = kPatience + 27 * kReadsPerDoubling;
constexpr std::uint64_t kTick = 1'000'000;

std::uint64_t origin(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI ? kEpoch
                                                                                         : kUptime;
}

std::uint64_t nanoseconds(const timespec& time) {
  if (time.tv_sec < 0) return 0;
  const auto seconds = static_cast<std::uint64_t>(time.tv_sec);
  if (seconds >= kNever / kSecond - 1) return kNever - 1;
  return seconds * kSecond + static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace

timespec virtual_now(clockid_t clock) {
  const std::uint64_t time = origin(clock) + world().now;
  return {static_cast<time_t>(time / kSecond), static_cast<long>(time % kSecond)};
}

std::uint64_t virtual_deadline(clockid_t clock, const timespec& absolute) {
  const std::uint64_t time = nanoseconds(absolute);
  return time <= origin(clock) ? 0 : time - origin(clock);
}

std::uint64_t virtual_deadline_after(const timespec& span) {
  const std::uint64_t time = nanoseconds(span);
  return time >= kNever - 1 - world().now ? kNever - 1 : world().now + time;
}

bool may_wait_for_time(const Thread& thread) {
  const OpKind kind = thread.pending.kind;
  if (kind == OpKind::sleep) return thread.clock_reads > kPatience;
  return kind == OpKind::read || kind == OpKind::atomic_load ||
         kind == OpKind::atomic_compare_exchange || kind == OpKind::fence ||
         kind == OpKind::yield || kind == OpKind::cancel_test || kind == OpKind::sem_trywait ||
         (kind >= OpKind::mutex_lock && kind <= OpKind::spin_unlock);
}

std::uint64_t time_of_clock_read() {
  std::uint16_t& reads = current_thread().clock_reads;
  if (reads == kMostClockReads) return 0;
  ++reads;
  return reads <= kPatience ? 0 : kTick << ((reads - kPatience - 1) / kReadsPerDoubling);
}

}  // namespace heddle::native
