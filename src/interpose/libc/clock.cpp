// Clocks, sleeps and yields: time is virtual, see virtual_time.hpp and readiness.hpp.
#include <sched.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

#include <cerrno>

#include "core/file_object.hpp"
#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "interpose/memory/caller_memory.hpp"
#include "interpose/threads/yield.hpp"
#include "monitors/events.hpp"
#include "runtime/cancellation.hpp"
#include "runtime/number_of.hpp"
#include "runtime/virtual_time.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {

void sleep_until(std::uint64_t deadline, Site site) {
  if (is_before_exploration()) return pass_early_time(deadline);
  Thread& self = current_thread();
  self.deadline = deadline;
  cancellation_point({.kind = OpKind::sleep, .value = deadline, .site = site});
  take_wake(self);
  self.deadline = kNever;
}

namespace {

constexpr std::uint64_t kEarlyRead = 1'000;  // a microsecond

void sleep_for(const timespec& span, Site site) { sleep_until(virtual_deadline_after(span), site); }

// A thread that waits for a time by reading the clock sleeps between its reads.
void read_clock(ObjectId others, Site site) {
  if (is_before_exploration()) return pass_early_time(kEarlyRead);
  const std::uint64_t span = time_of_clock_read();
  Thread& self = current_thread();
  if (span == 0) {
    if (events::clock_is_point()) {
      scheduling_point(
          {.kind = OpKind::atomic_load, .object = kClock, .second = others, .site = site});
    }
    return events::reads_clock(site);
  }
  self.deadline = world().now + span;
  scheduling_point({.kind = OpKind::sleep, .second = others, .value = self.deadline, .site = site});
  take_wake(self);
  self.deadline = kNever;
}

bool is_virtual(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW ||
         clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE ||
         clock == CLOCK_BOOTTIME || clock == CLOCK_TAI || clock == CLOCK_PROCESS_CPUTIME_ID ||
         clock == CLOCK_THREAD_CPUTIME_ID;
}

}  // namespace

HEDDLE_INTERPOSE int sched_yield() noexcept {
  if (!controlled_quietly()) return real().sched_yield();
  yield_processor(HEDDLE_CALLER);
  return 0;
}

HEDDLE_INTERPOSE int nanosleep(const timespec* span, timespec* left) {
  if (!controlled_from_start()) return real().nanosleep(span, left);
  use_memory(arguments(number_of(left)), HEDDLE_CALLER, reading(span, sizeof *span));
  sleep_for(*span, HEDDLE_CALLER);
  return 0;
}

HEDDLE_INTERPOSE int clock_nanosleep(clockid_t clock, int flags, const timespec* time,
                                     timespec* left) {
  if (!controlled_from_start()) return real().clock_nanosleep(clock, flags, time, left);
  if ((flags & TIMER_ABSTIME) != 0) {
    sleep_until(virtual_deadline(clock, *time), HEDDLE_CALLER);
  } else {
    sleep_for(*time, HEDDLE_CALLER);
  }
  return 0;
}

HEDDLE_INTERPOSE int usleep(useconds_t microseconds) {
  if (!controlled_from_start()) return real().usleep(microseconds);
  sleep_for({static_cast<time_t>(microseconds / 1'000'000),
             static_cast<long>(microseconds % 1'000'000) * 1000},
            HEDDLE_CALLER);
  return 0;
}

HEDDLE_INTERPOSE unsigned sleep(unsigned seconds) {
  if (!controlled_from_start()) return real().sleep(seconds);
  sleep_for({static_cast<time_t>(seconds), 0}, HEDDLE_CALLER);
  return 0;
}

HEDDLE_INTERPOSE int clock_gettime(clockid_t clock, timespec* time) noexcept {
  if (!controlled_from_start()) return real().clock_gettime(clock, time);
  if (is_virtual(clock)) {
    read_clock(arguments(number_of(clock), number_of(time)), HEDDLE_CALLER);
  }
  use_memory(arguments(number_of(clock)), HEDDLE_CALLER, writing(time, sizeof *time));
  if (!is_virtual(clock)) {
    dirty_pages().touch(time, sizeof *time);
    return real().clock_gettime(clock, time);
  }
  *time = virtual_now(clock);
  return 0;
}

HEDDLE_INTERPOSE int gettimeofday(timeval* time, void* zone) noexcept {
  if (!controlled_from_start()) return real().gettimeofday(time, zone);
  read_clock(arguments(number_of(time)), HEDDLE_CALLER);
  use_memory(kNoObject, HEDDLE_CALLER, writing(time, sizeof *time));
  const timespec now = virtual_now(CLOCK_REALTIME);
  *time = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

HEDDLE_INTERPOSE time_t time(time_t* into) noexcept {
  if (!controlled_from_start()) return real().time(into);
  read_clock(arguments(number_of(into)), HEDDLE_CALLER);
  use_memory(kNoObject, HEDDLE_CALLER, writing(into, sizeof *into));
  const time_t now = virtual_now(CLOCK_REALTIME).tv_sec;
  if (into != nullptr) *into = now;
  return now;
}

HEDDLE_INTERPOSE int timespec_get(timespec* into, int base) noexcept {
  if (!controlled_from_start() || base != TIME_UTC)
    return call_real<int>("timespec_get", into, base);
  read_clock(arguments(number_of(into)), HEDDLE_CALLER);
  use_memory(kNoObject, HEDDLE_CALLER, writing(into, sizeof *into));
  *into = virtual_now(CLOCK_REALTIME);
  return base;
}

// Computing takes no virtual time.
HEDDLE_INTERPOSE clock_t clock() noexcept {
  if (!controlled_from_start()) return call_real<clock_t>("clock");
  read_clock(kNoObject, HEDDLE_CALLER);
  return static_cast<clock_t>(virtual_now() / (1'000'000'000 / CLOCKS_PER_SEC));
}

HEDDLE_INTERPOSE clock_t times(tms* into) noexcept {
  if (!controlled_from_start()) return call_real<clock_t>("times", into);
  read_clock(arguments(number_of(into)), HEDDLE_CALLER);
  use_memory(kNoObject, HEDDLE_CALLER, writing(into, sizeof *into));
  if (into != nullptr) *into = {};
  return static_cast<clock_t>(virtual_now() / 10'000'000);
}

HEDDLE_INTERPOSE int getrusage(__rusage_who_t who, rusage* into) noexcept {
  if (controlled()) {
    use_memory(arguments(number_of(who)), HEDDLE_CALLER, writing(into, sizeof *into));
    dirty_pages().touch(into, sizeof *into);
  }
  const int error = call_real<int>("getrusage", who, into);
  if (controlled() && error == 0) *into = {};
  return error;
}

// All threads run on one processor, and seem to.
HEDDLE_INTERPOSE int sched_getcpu() noexcept {
  return controlled() ? 0 : call_real<int>("sched_getcpu");
}

}  // namespace heddle::native
