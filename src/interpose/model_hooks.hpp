// Events in the code of a user's model.  It runs outside of the control of the scheduler, so the
// interposed functions pass them to the worker that explores the model.
#pragma once

#include <cstddef>

namespace heddle::native {

struct ModelHooks {
  // Called before an access of instrumented code, or of a C library function for such code.
  void (*accessed)(const void* address, std::size_t size, bool writes) = nullptr;
  // Called when an assertion failed.  Returns only if no function of the model is running.
  void (*assertion_failed)(const char* message) = nullptr;
};

// Null functions: no model is explored, or its accesses are not needed.
[[gnu::visibility("hidden")]] extern ModelHooks g_model_hooks;

inline void report_access(const void* address, std::size_t size, bool writes) {
  if (g_model_hooks.accessed != nullptr) g_model_hooks.accessed(address, size, writes);
}

inline void report_copy(const void* to, const void* from, std::size_t size) {
  report_access(from, size, false);
  report_access(to, size, true);
}

inline void report_failed_assertion(const char* message) {
  if (g_model_hooks.assertion_failed != nullptr) g_model_hooks.assertion_failed(message);
}

}  // namespace heddle::native
