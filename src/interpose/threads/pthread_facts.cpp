// Interposes queries of a program about its threads: names, stacks, numbers.
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "interpose/interpose.hpp"
#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/thread_handle.hpp"

namespace heddle::native {

HEDDLE_INTERPOSE int pthread_setname_np(pthread_t handle, const char* name) noexcept {
  if (!controlled()) return call_real<int>("pthread_setname_np", handle, name);
  const Thread* const thread = find_thread(handle);
  if (thread == nullptr) return ESRCH;
  const std::size_t length = std::strlen(name);
  if (length >= sizeof thread->name) return ERANGE;
  Thread& named = writable_thread(thread->id);
  std::memset(named.name, 0, sizeof named.name);
  std::memcpy(named.name, name, length);
  return 0;
}

HEDDLE_INTERPOSE int pthread_getname_np(pthread_t handle, char* into, std::size_t size) noexcept {
  if (!controlled()) return call_real<int>("pthread_getname_np", handle, into, size);
  const Thread* const thread = find_thread(handle);
  if (thread == nullptr) return ESRCH;
  const char* const name = thread->name[0] != 0 ? thread->name : program_invocation_short_name;
  const std::size_t length = std::min(std::strlen(name), sizeof thread->name - 1);
  if (size <= length) return ERANGE;
  std::memcpy(into, name, length);
  into[length] = 0;
  return 0;
}

HEDDLE_INTERPOSE int pthread_getattr_np(pthread_t handle, pthread_attr_t* attributes) noexcept {
  const int error = call_real<int>("pthread_getattr_np", handle, attributes);
  if (error != 0 || !controlled()) return error;
  const Thread* const thread = find_thread(handle);
  if (thread == nullptr) return ESRCH;
  const std::size_t size = stack_size(thread->id);
  ::pthread_attr_setstack(attributes, static_cast<char*>(fiber_stack_top(thread->id)) - size, size);
  ::pthread_attr_setdetachstate(attributes, thread->handle == Handle::detached
                                                ? PTHREAD_CREATE_DETACHED
                                                : PTHREAD_CREATE_JOINABLE);
  return 0;
}

// The kernel knows one thread; a program expects one number for each.
HEDDLE_INTERPOSE pid_t gettid() noexcept {
  const auto process = static_cast<pid_t>(::getpid());
  if (!controlled()) return call_real<pid_t>("gettid");
  return process + static_cast<pid_t>(index(world().current));
}

HEDDLE_INTERPOSE pid_t pthread_gettid_np(pthread_t handle) noexcept {
  const auto process = static_cast<pid_t>(::getpid());
  if (!controlled()) return call_real<pid_t>("pthread_gettid_np", handle);
  const Thread* const thread = find_thread(handle);
  if (thread == nullptr || thread->life == Life::exited) return -1;
  return process + static_cast<pid_t>(index(thread->id));
}

}  // namespace heddle::native
