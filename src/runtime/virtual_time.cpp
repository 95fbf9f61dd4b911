#include "runtime/virtual_time.hpp"

#include "runtime/timers.hpp"
#include "runtime/world.hpp"

namespace heddle::native {
namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;

// Where clocks start: a fixed date, and an uptime that programs which subtract from it survive.
constexpr std::uint64_t kEpoch = 1'700'000'000 * kSecond;
constexpr std::uint64_t kUptime = 100'000 * kSecond;

constexpr std::uint16_t kClockReadsBeforeWaiting = 64;
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

void note_clock_read() {
  Thread& self = current_thread();
  if (self.clock_reads < kClockReadsBeforeWaiting) {
    ++self.clock_reads;
  } else {
    world().now += kTick;
    expire_timers();
  }
}

}  // namespace heddle::native
