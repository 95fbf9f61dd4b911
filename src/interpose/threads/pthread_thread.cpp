// pthread_create and its family: the calls.  Fibers are made by scheduler.cpp.
#include <cerrno>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "monitors/events.hpp"
#include "monitors/misuse.hpp"
#include "runtime/cancellation.hpp"
#include "runtime/descriptor_wait.hpp"
#include "runtime/openmp.hpp"
#include "runtime/spin.hpp"
#include "runtime/thread_end.hpp"
#include "runtime/thread_handle.hpp"
#include "runtime/virtual_time.hpp"

namespace heddle::native {

namespace {

// Joining or detaching uses a handle up.  Using it again is an error that the C library cannot tell
// once it has given the handle to another thread.
void check_handle(const Thread& other, const char* if_joined, const char* if_detached) {
  if (other.handle == Handle::left_behind) {
    fail_for_misuse(end_of(other.id),
                    "%s joins or detaches %s, which exists in the parent process only", other.id);
  }
  if (other.handle == Handle::joined) fail_for_misuse(end_of(other.id), if_joined, other.id);
  if (other.handle == Handle::detached) fail_for_misuse(end_of(other.id), if_detached, other.id);
}

void check_joinable(const Thread& other) {
  check_handle(other, "%s joins %s, which is already joined", "%s joins %s, which is detached");
}

// The thread that a handle names, for a caller that waits for its end.
const Thread& thread_to_join(pthread_t handle) {
  const Thread* const other = find_thread(handle);
  if (other == nullptr) fail_for_misuse(kNoObject, "%s joins a thread that does not exist");
  return *other;
}

// The C library's answer, and that of std::thread::join, is EDEADLK.
bool joins_itself(const Thread& other) {
  if (other.id != world().current) return false;
  report_misuse(end_of(other.id), "%s joins itself");
  return true;
}

int join_until(pthread_t handle, void*& value, const void* destination, std::uint64_t deadline,
               Site site) {
  const Thread* const other = &thread_to_join(handle);
  if (joins_itself(*other)) return EDEADLK;
  check_joinable(*other);
  if (other->life != Life::exited) {
    current_thread().deadline = deadline;
    enter_cancellation_point(current_thread());
    Thread& self = scheduling_point(
        {.kind = OpKind::thread_join,
         .object = end_of(other->id),
         .second = arguments(reinterpret_cast<std::uintptr_t>(destination), deadline),
         .site = site});
    const Wake wake = take_wake(self);
    leave_cancellation_point(self);
    self.deadline = kNever;
    if (wake == Wake::cancelled) end_cancelled_thread();
    if (wake == Wake::timed_out) {
      note_outcome(Outcome::timed_out);
      return ETIMEDOUT;
    }
    check_joinable(*other);
  }
  value = other->result;
  events::joined(other->id);
  note_joined(writable_thread(other->id));
  return 0;
}

int join_into(pthread_t handle, void** result, std::uint64_t deadline, Site site) {
  void* value = nullptr;
  const int error = join_until(handle, value, result, deadline, site);
  if (error == 0 && result != nullptr) *result = value;
  return error;
}

}  // namespace

int join_thread(pthread_t handle, void*& value, const void* destination, Site site) {
  return join_until(handle, value, destination, kNever, site);
}

void begin_early_thread() {
  if (!flags().in_engine && runtime().before_early_thread != nullptr) {
    runtime().before_early_thread();
  }
}

int detach_thread(pthread_t handle) {
  const Thread* other = find_thread(handle);
  if (other == nullptr) fail_for_misuse(kNoObject, "%s detaches a thread that does not exist");
  check_handle(*other, "%s detaches %s, which is already joined",
               "%s detaches %s, which is already detached");
  writable_thread(other->id).handle = Handle::detached;
  return 0;
}

HEDDLE_INTERPOSE int pthread_create(pthread_t* handle, const pthread_attr_t* attributes,
                                    void* (*routine)(void*), void* argument) {
  if (!controlled()) {
    begin_early_thread();
    return real().pthread_create(handle, attributes, routine, argument);
  }
  if (is_openmp(HEDDLE_CALLER)) {
    scheduler().refuse(
        "the OpenMP library starts threads that Heddle does not control; compile without "
        "-fopenmp");
  }
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) ::pthread_attr_getdetachstate(attributes, &detached);
  std::size_t stack = 0;
  if (attributes != nullptr) ::pthread_attr_getstacksize(attributes, &stack);
  if (stack > kLargestStack) {
    scheduler().refuse(
        "the program requests a thread stack of more than 256 MiB: Heddle supports at most 256 "
        "MiB; request a smaller stack");
  }
  scheduler().create(handle, routine, argument, detached == PTHREAD_CREATE_DETACHED, stack);
  return 0;
}

HEDDLE_INTERPOSE int pthread_join(pthread_t handle, void** result) {
  if (!controlled()) return real().pthread_join(handle, result);
  return join_into(handle, result, kNever, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_detach(pthread_t handle) {
  if (!controlled()) return real().pthread_detach(handle);
  return detach_thread(handle);
}

HEDDLE_INTERPOSE pthread_t pthread_self() noexcept {
  if (!controlled()) return real().pthread_self();
  return scheduler().control_blocks().handle(world().current);
}

HEDDLE_INTERPOSE void pthread_exit(void* result) {
  if (!controlled()) {
    real().pthread_exit(result);
    __builtin_unreachable();
  }
  unwind_thread(result);
}

HEDDLE_INTERPOSE int pthread_tryjoin_np(pthread_t handle, void** result) noexcept {
  if (!controlled()) return call_real<int>("pthread_tryjoin_np", handle, result);
  const Thread* const other = &thread_to_join(handle);
  if (joins_itself(*other)) return EDEADLK;
  check_joinable(*other);
  // A look at the thread's end, which happens inside another's step: ordered with everything, as a
  // sleep is, and over at once.
  const DescriptorWait at_once{.blocks = false};
  hint_spinning();
  scheduling_point({.kind = OpKind::sleep,
                    .object = end_of(other->id),
                    .second = arguments(reinterpret_cast<std::uintptr_t>(result), handle),
                    .value = reinterpret_cast<std::uintptr_t>(&at_once),
                    .site = HEDDLE_CALLER});
  if (other->life != Life::exited) return EBUSY;
  check_joinable(*other);
  if (result != nullptr) *result = other->result;
  events::joined(other->id);
  note_joined(writable_thread(other->id));
  return 0;
}

HEDDLE_INTERPOSE int pthread_timedjoin_np(pthread_t handle, void** result, const timespec* time) {
  if (!controlled()) return call_real<int>("pthread_timedjoin_np", handle, result, time);
  const std::uint64_t deadline = time == nullptr ? kNever : virtual_deadline(CLOCK_REALTIME, *time);
  return join_into(handle, result, deadline, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_clockjoin_np(pthread_t handle, void** result, clockid_t clock,
                                          const timespec* time) {
  if (!controlled()) return call_real<int>("pthread_clockjoin_np", handle, result, clock, time);
  const std::uint64_t deadline = time == nullptr ? kNever : virtual_deadline(clock, *time);
  return join_into(handle, result, deadline, HEDDLE_CALLER);
}

}  // namespace heddle::native
