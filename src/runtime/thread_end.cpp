#include "runtime/thread_end.hpp"

#include <setjmp.h>
#include <unwind.h>

#include <cstdint>
#include <limits>

#include "runtime/cancellation.hpp"
#include "runtime/exit_handlers.hpp"
#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/process_end.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/world.hpp"

namespace heddle::native {
namespace {

// Thread::cleanups is a distance below the top of the stack; 0 ends the list.
__pthread_unwind_buf_t* innermost(const Thread& self) {
  if (self.cleanups == 0) return nullptr;
  return reinterpret_cast<__pthread_unwind_buf_t*>(static_cast<char*>(fiber_stack_top(self.id)) -
                                                   self.cleanups);
}

void set_innermost(Thread& self, const void* place) {
  const auto top = reinterpret_cast<std::uintptr_t>(fiber_stack_top(self.id));
  const std::uintptr_t distance =
      place == nullptr ? 0 : top - reinterpret_cast<std::uintptr_t>(place);
  if (distance > std::numeric_limits<std::uint32_t>::max()) {
    scheduler().refuse(
        "the program calls pthread_cleanup_push on its own stack: Heddle does not support "
        "user-level context switches; run this part without Heddle");
  }
  self.cleanups = static_cast<std::uint32_t>(distance);
}

// The program caught what unwinds its thread and kept it.
void swallowed(_Unwind_Reason_Code, _Unwind_Exception*) {
  scheduler().fail(FailureKind::crash,
                   "catch (...) swallowed the forced unwinding of thread exit (pthread_exit or "
                   "pthread_cancel); rethrow it");
}

// Called for each frame, from the innermost outwards, before its destructors run.
_Unwind_Reason_Code unwind_frame(int, _Unwind_Action actions, _Unwind_Exception_Class,
                                 _Unwind_Exception* exception, _Unwind_Context* context, void*) {
  Thread& self = current_thread();
  const bool is_last = (actions & _UA_END_OF_STACK) != 0;
  __pthread_unwind_buf_t* const place = innermost(self);
  if (place != nullptr &&
      (is_last || _Unwind_GetCFA(context) > reinterpret_cast<std::uintptr_t>(place))) {
    heap().free(exception);
    pop_cleanup(place);
    ::_longjmp(reinterpret_cast<__jmp_buf_tag*>(place->__cancel_jmp_buf), 1);
  }
  if (!is_last) return _URC_NO_REASON;
  heap().free(exception);
  run_thread_exit_handlers();
  end_thread(self.result);
}

}  // namespace

void unwind_thread(void* result) {
  Thread& self = current_thread();
  self.cancellation = kThreadEnds;
  self.deadline = kNever;
  self.result = result;
  go_on_unwinding();
}

void go_on_unwinding() {
  auto* exception =
      static_cast<_Unwind_Exception*>(heap().allocate(world().current, sizeof(_Unwind_Exception)));
  exception->exception_cleanup = swallowed;
  _Unwind_ForcedUnwind(exception, reinterpret_cast<_Unwind_Stop_Fn>(unwind_frame), nullptr);
  end_thread(current_thread().result);
}

void push_cleanup(__pthread_unwind_buf_t* place) {
  Thread& self = current_thread();
  place->__pad[0] = innermost(self);
  set_innermost(self, place);
}

void pop_cleanup(const __pthread_unwind_buf_t* place) {
  set_innermost(current_thread(), place->__pad[0]);
}

}  // namespace heddle::native
