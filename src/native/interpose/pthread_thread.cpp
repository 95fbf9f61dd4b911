// pthread_create and its family: the calls.  Fibers are made by conductor.cpp.
#include <unwind.h>

#include <cerrno>

#include "native/farewells.hpp"
#include "native/interpose/calls.hpp"
#include "native/interpose/interpose.hpp"
#include "native/misuse.hpp"

namespace heddle::native {
namespace {

// A thread's handle is that of the real thread whose control block it borrows, so that functions of
// the C library that we do not stand in for understand it.
pthread_t handle_of(ThreadId id) { return conductor().control_blocks().handle(id); }

Thread* find(pthread_t handle) {
  World& world = native::world();
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    Thread& thread = world.threads[i];
    if (thread.life != Life::unborn && handle_of(thread.id) == handle) return &thread;
  }
  return nullptr;
}

_Unwind_Reason_Code stop_at_the_end(int, _Unwind_Action actions, _Unwind_Exception_Class,
                                    _Unwind_Exception*, _Unwind_Context*, void* result) {
  if ((actions & _UA_END_OF_STACK) == 0) return _URC_NO_REASON;
  run_thread_farewells();
  if (current_thread().id == kMainThread) {
    conductor().refuse("main ends by pthread_exit, which Heddle does not support yet");
  }
  conductor().exit_thread(result);
}

// Joining or detaching uses a handle up.  Using it again is an error that the C library cannot tell
// once it has given the handle to another thread.
void check_joinable(const Thread& other, const char* if_joined, const char* if_detached) {
  if (other.handle == Handle::joined) fail_for_misuse(end_of(other.id), if_joined, other.id);
  if (other.handle == Handle::detached) fail_for_misuse(end_of(other.id), if_detached, other.id);
}

}  // namespace

int join_thread(pthread_t handle, void*& value, const void* told_apart_by, Site site) {
  Thread* other = find(handle);
  if (other == nullptr) return ESRCH;
  if (other->id == world().current) return EDEADLK;
  const auto check = [&] {
    check_joinable(*other, "%s joins %s, which was joined before",
                   "%s joins %s, which is detached");
  };
  check();
  if (other->life != Life::exited) {
    const Operation operation{.kind = OpKind::thread_join,
                              .object = end_of(other->id),
                              .second = arguments(reinterpret_cast<std::uintptr_t>(told_apart_by)),
                              .site = site};
    scheduling_point(operation);
    check();
  }
  value = other->result;
  note_joined(*other);
  return 0;
}

int detach_thread(pthread_t handle) {
  Thread* other = find(handle);
  if (other == nullptr) return ESRCH;
  check_joinable(*other, "%s detaches %s, which was joined before",
                 "%s detaches %s, which is detached already");
  other->handle = Handle::detached;
  return 0;
}

void end_thread(void* result) {
  // Destructors of the frames above run first, as with the C library.
  auto* exception =
      static_cast<_Unwind_Exception*>(heap().allocate(world().current, sizeof(_Unwind_Exception)));
  _Unwind_ForcedUnwind(exception, reinterpret_cast<_Unwind_Stop_Fn>(stop_at_the_end), result);
  conductor().exit_thread(result);
}

HEDDLE_INTERPOSE int pthread_create(pthread_t* handle, const pthread_attr_t* attributes,
                                    void* (*routine)(void*), void* argument) {
  if (!controlled()) return real().pthread_create(handle, attributes, routine, argument);
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) ::pthread_attr_getdetachstate(attributes, &detached);
  conductor().create(handle, routine, argument, detached == PTHREAD_CREATE_DETACHED);
  return 0;
}

HEDDLE_INTERPOSE int pthread_join(pthread_t handle, void** result) {
  if (!controlled()) return real().pthread_join(handle, result);
  void* value = nullptr;
  const int error = join_thread(handle, value, result, HEDDLE_CALLER);
  if (error == 0 && result != nullptr) *result = value;
  return error;
}

HEDDLE_INTERPOSE int pthread_detach(pthread_t handle) {
  if (!controlled()) return real().pthread_detach(handle);
  return detach_thread(handle);
}

HEDDLE_INTERPOSE pthread_t pthread_self() noexcept {
  if (!controlled()) return real().pthread_self();
  return handle_of(world().current);
}

HEDDLE_INTERPOSE void pthread_exit(void* result) {
  if (!controlled()) {
    real().pthread_exit(result);
    __builtin_unreachable();
  }
  end_thread(result);
}

}  // namespace heddle::native
