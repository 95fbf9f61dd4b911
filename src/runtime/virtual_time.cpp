#include "runtime/virtual_time.hpp"

#include <algorithm>

#include "runtime/world.hpp"

namespace heddle::native {
namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;

// Where clocks start: a fixed date, and an uptime that programs which subtract from it survive.
constexpr std::uint64_t kEpoch = 1'700'000'000 * kSecond;
constexpr std::uint64_t kUptime = 100'000 * kSecond;

// All that may pass before the exploration: thirty years.
constexpr std::uint64_t kLongestWait = 1'000'000'000 * kSecond;

// A thread waits for a time after so many reads of the clock.  Then each one takes a millisecond,
// and soon longer: a hundred of them take a day and a half.  A loop that still goes on has no
// deadline.
constexpr std::uint16_t kPatience = 32;
constexpr std::uint16_t kReadsPerDoubling = 4;
constexpr std::uint16_t kMostClockReads = kPatience + 27 * kReadsPerDoubling;
constexpr std::uint64_t kTick = 1'000'000;

std::uint64_t explored_time() { return runtime().world_is_mapped ? world().now : 0; }

// Where the time of an exploration starts on a clock.
std::uint64_t origin(clockid_t clock) {
  const bool is_date =
      clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
  return (is_date ? kEpoch : kUptime) + runtime().early_time;
}

std::uint64_t nanoseconds(const timespec& time) {
  if (time.tv_sec < 0) return 0;
  const auto seconds = static_cast<std::uint64_t>(time.tv_sec);
  if (seconds >= kNever / kSecond - 1) return kNever - 1;
  return seconds * kSecond + static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace

void pass_early_time(std::uint64_t span) {
  std::uint64_t& time = runtime().early_time;
  time += std::min(span, kLongestWait - std::min(time, kLongestWait));
}

std::uint64_t virtual_now() { return runtime().early_time + explored_time(); }

timespec virtual_now(clockid_t clock) {
  const std::uint64_t time = origin(clock) + explored_time();
  return {static_cast<time_t>(time / kSecond), static_cast<long>(time % kSecond)};
}

std::uint64_t virtual_deadline(clockid_t clock, const timespec& absolute) {
  const std::uint64_t time = nanoseconds(absolute);
  return time <= origin(clock) ? 0 : time - origin(clock);
}

std::uint64_t virtual_deadline_after(const timespec& span) {
  const std::uint64_t time = nanoseconds(span);
  const std::uint64_t now = explored_time();
  return time >= kNever - 1 - now ? kNever - 1 : now + time;
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
