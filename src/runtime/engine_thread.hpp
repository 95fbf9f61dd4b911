// A scope for runtime work that allocates on a fiber.  It selects the C library's heap and the
// engine's thread_local variables: the C library's allocator keeps some, and those of fibers are
// rolled back.
#pragma once

#include "runtime/engine_scope.hpp"
#include "runtime/fiber/thread_pointer.hpp"
#include "runtime/scheduler.hpp"

namespace heddle::native {

class EngineThread {
 public:
  EngineThread() : before_(thread_pointer()) { set_thread_pointer(scheduler().engine_pointer()); }
  ~EngineThread() { set_thread_pointer(before_); }
  EngineThread(const EngineThread&) = delete;
  EngineThread& operator=(const EngineThread&) = delete;

 private:
  EngineScope scope_;
  void* before_;
};

}  // namespace heddle::native
