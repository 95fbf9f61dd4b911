#include "runtime/timers.hpp"

#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "runtime/descriptor_wait.hpp"
#include "runtime/real_functions.hpp"
#include "runtime/root.hpp"
#include "runtime/virtual_time.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

struct Timer {
  int descriptor = -1;
  clockid_t clock = 0;
  std::uint64_t expiry = kNever;
  std::uint64_t interval = 0;  // 0: expires once
};

// More timers than this are refused as if the process had too many descriptors.
struct Timers {
  std::array<Timer, 256> list{};
};

namespace {

constexpr std::uint64_t kNanosecondsInSecond = 1'000'000'000;

std::uint64_t length_of(const timespec& span) {
  return static_cast<std::uint64_t>(span.tv_sec) * kNanosecondsInSecond +
         static_cast<std::uint64_t>(span.tv_nsec);
}

timespec span_of(std::uint64_t length) {
  return {static_cast<time_t>(length / kNanosecondsInSecond),
          static_cast<long>(length % kNanosecondsInSecond)};
}

bool is_valid(const timespec& span) {
  return span.tv_sec >= 0 && span.tv_nsec >= 0 && span.tv_nsec < 1'000'000'000;
}

Timers& timers() { return static_part(runtime().timers); }

Timer* timer_of(int descriptor) {
  if (runtime().timers == nullptr || descriptor < 0) return nullptr;
  auto& list = timers().list;
  const auto found = std::find_if(list.begin(), list.end(), [descriptor](const Timer& timer) {
    return timer.descriptor == descriptor;
  });
  return found == list.end() ? nullptr : &*found;
}

// Discards expirations that were not read.
void drain(int descriptor) {
  std::uint64_t count = 0;
  const pollfd wanted{descriptor, POLLIN, 0};
  if (is_ready({&wanted, 1})) {
    raw_syscall(SYS_read, descriptor, reinterpret_cast<long>(&count), sizeof count);
  }
}

void expire(Timer& timer) {
  const std::uint64_t now = world().now;
  if (timer.expiry > now) return;
  const std::uint64_t count = timer.interval == 0 ? 1 : 1 + (now - timer.expiry) / timer.interval;
  timer.expiry = timer.interval == 0 ? kNever : timer.expiry + count * timer.interval;
  raw_syscall(SYS_write, timer.descriptor, reinterpret_cast<long>(&count), sizeof count);
}

}  // namespace

TimerResult create_timer(clockid_t clock, int flags) {
  const bool is_known = clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ||
                        clock == CLOCK_BOOTTIME || clock == CLOCK_REALTIME_ALARM ||
                        clock == CLOCK_BOOTTIME_ALARM;
  if (!is_known || (flags & ~(TFD_NONBLOCK | TFD_CLOEXEC)) != 0) return {-1, EINVAL};
  auto& list = timers().list;
  const auto unused = std::find_if(list.begin(), list.end(),
                                   [](const Timer& timer) { return timer.descriptor < 0; });
  if (unused == list.end()) return {-1, EMFILE};
  static_assert(int{TFD_NONBLOCK} == int{EFD_NONBLOCK} && int{TFD_CLOEXEC} == int{EFD_CLOEXEC});
  const long made = raw_syscall(SYS_eventfd2, 0, flags);
  if (made < 0) return {-1, static_cast<int>(-made)};
  *unused = {static_cast<int>(made), clock};
  return {static_cast<int>(made), 0};
}

int set_timer(int descriptor, bool is_absolute, const itimerspec& time) {
  Timer* const timer = timer_of(descriptor);
  if (timer == nullptr || !is_valid(time.it_value) || !is_valid(time.it_interval)) return EINVAL;
  drain(descriptor);
  timer->interval = length_of(time.it_interval);
  if (length_of(time.it_value) == 0) {
    timer->expiry = kNever;
  } else {
    timer->expiry = is_absolute ? virtual_deadline(timer->clock, time.it_value)
                                : virtual_deadline_after(time.it_value);
  }
  expire(*timer);
  update_descriptor_waits();
  return 0;
}

int read_timer(int descriptor, itimerspec& into) {
  const Timer* const timer = timer_of(descriptor);
  if (timer == nullptr) return EINVAL;
  into.it_interval = span_of(timer->interval);
  into.it_value = span_of(timer->expiry == kNever ? 0 : timer->expiry - world().now);
  return 0;
}

bool is_timer(int descriptor) { return timer_of(descriptor) != nullptr; }

void close_timer(int descriptor) {
  Timer* const timer = timer_of(descriptor);
  if (timer == nullptr) return;
  *timer = {};
  update_descriptor_waits();
}

std::uint64_t next_expiry() {
  std::uint64_t next = kNever;
  if (runtime().timers == nullptr) return next;
  for (const Timer& timer : timers().list) next = std::min(next, timer.expiry);
  return next;
}

void expire_timers() {
  if (runtime().timers == nullptr) return;
  for (Timer& timer : timers().list) expire(timer);
  update_descriptor_waits();
}

void forget_timers() {
  if (runtime().timers != nullptr) timers().list.fill({});
}

}  // namespace heddle::native
