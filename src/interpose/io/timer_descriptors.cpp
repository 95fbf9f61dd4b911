// timerfd: timers that a descriptor reports.
#include <sys/timerfd.h>

#include <cerrno>

#include "interpose/interpose.hpp"
#include "monitors/events.hpp"
#include "runtime/descriptor_wait.hpp"
#include "runtime/number_of.hpp"
#include "runtime/timers.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

int result_of_timer_call(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

}  // namespace

HEDDLE_INTERPOSE int timerfd_create(int clock, int flags) noexcept {
  if (!controlled()) return call_real<int>("timerfd_create", clock, flags);
  use_descriptors("timerfd_create", HEDDLE_CALLER, number_of(clock), number_of(flags));
  const TimerResult made = create_timer(clock, flags);
  events::opened_descriptor(made.descriptor, HEDDLE_CALLER);
  if (made.descriptor < 0) errno = made.error;
  return made.descriptor;
}

HEDDLE_INTERPOSE int timerfd_settime(int descriptor, int flags, const itimerspec* time,
                                     itimerspec* old) noexcept {
  if (!controlled()) return call_real<int>("timerfd_settime", descriptor, flags, time, old);
  const itimerspec wanted = *time;
  events::uses_descriptor(descriptor, DescriptorUse::use, HEDDLE_CALLER);
  use_descriptors(
      "timerfd_settime", HEDDLE_CALLER, number_of(descriptor),
      number_of(wanted.it_value.tv_sec) * 1'000'000'007 + number_of(wanted.it_value.tv_nsec));
  if (old != nullptr) {
    dirty_pages().touch(old, sizeof *old);
    if (const int error = read_timer(descriptor, *old); error != 0)
      return result_of_timer_call(error);
  }
  return result_of_timer_call(set_timer(descriptor, (flags & TFD_TIMER_ABSTIME) != 0, wanted));
}

HEDDLE_INTERPOSE int timerfd_gettime(int descriptor, itimerspec* into) noexcept {
  if (!controlled()) return call_real<int>("timerfd_gettime", descriptor, into);
  events::uses_descriptor(descriptor, DescriptorUse::use, HEDDLE_CALLER);
  use_descriptors("timerfd_gettime", HEDDLE_CALLER, number_of(descriptor));
  dirty_pages().touch(into, sizeof *into);
  return result_of_timer_call(read_timer(descriptor, *into));
}

}  // namespace heddle::native
