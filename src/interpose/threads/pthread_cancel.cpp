// Interposes pthread_cancel and its family.  The behaviour of a cancelled thread is in
// cancellation.hpp and thread_end.hpp.
#include <pthread.h>

#include <cerrno>

#include "interpose/interpose.hpp"
#include "monitors/misuse.hpp"
#include "runtime/cancellation.hpp"
#include "runtime/spin.hpp"
#include "runtime/thread_end.hpp"
#include "runtime/thread_handle.hpp"

namespace heddle::native {
namespace {

// The handle of a thread that has ended is good until it is joined.
void check_target(const Thread& other) {
  if (other.handle == Handle::joined) {
    fail_for_misuse(end_of(other.id), "%s cancels %s, which is already joined", other.id);
  }
  if (other.handle == Handle::detached && other.life == Life::exited) {
    fail_for_misuse(end_of(other.id), "%s cancels %s, which is detached and has exited", other.id);
  }
  if (other.handle == Handle::left_behind) {
    fail_for_misuse(end_of(other.id), "%s cancels %s, which exists in the parent process only",
                    other.id);
  }
}

}  // namespace

HEDDLE_INTERPOSE int pthread_cancel(pthread_t handle) {
  if (!controlled()) return call_real<int>("pthread_cancel", handle);
  const Thread* const other = find_thread(handle);
  if (other == nullptr) fail_for_misuse(kNoObject, "%s cancels a thread that does not exist");
  check_target(*other);
  scheduling_point(
      {.kind = OpKind::thread_cancel, .object = cancellation_of(other->id), .site = HEDDLE_CALLER});
  check_target(*other);
  note_outcome(Outcome::done, other->id);
  if (other->life != Life::exited && (other->cancellation & kThreadEnds) == 0) {
    writable_thread(other->id).cancellation |= kCancellationPending;
  }
  return 0;
}

HEDDLE_INTERPOSE int pthread_setcancelstate(int state, int* old) {
  if (!controlled()) return call_real<int>("pthread_setcancelstate", state, old);
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  Thread& self = current_thread();
  const bool disabled = (self.cancellation & kCancellationDisabled) != 0;
  if (old != nullptr) *old = disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  if (disabled != (state == PTHREAD_CANCEL_DISABLE)) self.cancellation ^= kCancellationDisabled;
  return 0;
}

HEDDLE_INTERPOSE int pthread_setcanceltype(int type, int* old) {
  if (!controlled()) return call_real<int>("pthread_setcanceltype", type, old);
  if (type == PTHREAD_CANCEL_ASYNCHRONOUS) {
    scheduler().refuse(
        "the program uses asynchronous cancellation (PTHREAD_CANCEL_ASYNCHRONOUS): Heddle cannot "
        "explore every instruction; use PTHREAD_CANCEL_DEFERRED");
  }
  if (type != PTHREAD_CANCEL_DEFERRED) return EINVAL;
  if (old != nullptr) *old = PTHREAD_CANCEL_DEFERRED;
  return 0;
}

HEDDLE_INTERPOSE void pthread_testcancel() {
  if (!controlled()) return call_real<void>("pthread_testcancel");
  Thread& self = current_thread();
  if ((self.cancellation & (kCancellationDisabled | kThreadEnds)) != 0) return;
  const Operation operation{
      .kind = OpKind::cancel_test, .object = cancellation_of(self.id), .site = HEDDLE_CALLER};
  if (repeats_in_vain(self, operation, 0)) return;
  cancellation_point(operation);
  note_atomic(self, 0, true);
}

// pthread_cleanup_push and pthread_cleanup_pop consist of these calls in C.
HEDDLE_INTERPOSE void __pthread_register_cancel(__pthread_unwind_buf_t* place) {
  if (!controlled()) return call_real<void>("__pthread_register_cancel", place);
  push_cleanup(place);
}

HEDDLE_INTERPOSE void __pthread_unregister_cancel(__pthread_unwind_buf_t* place) {
  if (!controlled()) return call_real<void>("__pthread_unregister_cancel", place);
  pop_cleanup(place);
}

// The same with the type of cancellation set to deferred meanwhile, which it always is.
HEDDLE_INTERPOSE void __pthread_register_cancel_defer(__pthread_unwind_buf_t* place) {
  if (!controlled()) return call_real<void>("__pthread_register_cancel_defer", place);
  push_cleanup(place);
}

HEDDLE_INTERPOSE void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t* place) {
  if (!controlled()) return call_real<void>("__pthread_unregister_cancel_restore", place);
  pop_cleanup(place);
}

HEDDLE_INTERPOSE void __pthread_unwind_next(__pthread_unwind_buf_t* place) {
  if (!controlled()) {
    call_real<void>("__pthread_unwind_next", place);
    __builtin_unreachable();
  }
  go_on_unwinding();
}

}  // namespace heddle::native
