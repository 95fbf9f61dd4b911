// A fault handler for tests: lets writes through as the engine's does, and counts.
#pragma once

#include <setjmp.h>
#include <signal.h>

#include <cstdint>

#include "runtime/fiber/fiber_stack.hpp"

namespace heddle::native {

class Faults {
 public:
  // REQUIRES: `pages` has let_write(address).
  template <typename Pages>
  explicit Faults(Pages& pages) {
    g_pages = &pages;
    g_let_write = [](std::uintptr_t address) {
      return static_cast<Pages*>(g_pages)->let_write(address);
    };
    g_let = 0;
    struct sigaction action {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGSEGV, &action, &before_);
  }
  ~Faults() { ::sigaction(SIGSEGV, &before_, nullptr); }
  Faults(const Faults&) = delete;
  Faults& operator=(const Faults&) = delete;

  // Writes that were let through.
  static int let() { return g_let; }

  // Whether writing the byte ends in a fault that nobody lets through.
  static bool faults(volatile char* byte) {
    g_catching = 1;
    if (sigsetjmp(g_escape, 1) != 0) {
      g_catching = 0;
      return true;
    }
    *byte = 1;
    g_catching = 0;
    return false;
  }

 private:
  static void handle(int signal, siginfo_t* info, void*) {
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    if (enable_stack_page(address)) return;
    if (g_let_write(address)) {
      g_let = g_let + 1;
      return;
    }
    if (g_catching != 0) siglongjmp(g_escape, 1);
    ::signal(signal, SIG_DFL);  // the write is tried again, and is fatal
  }

  static inline void* g_pages = nullptr;
  static inline bool (*g_let_write)(std::uintptr_t address) = nullptr;
  static inline volatile sig_atomic_t g_let = 0;
  static inline volatile sig_atomic_t g_catching = 0;
  static inline sigjmp_buf g_escape;

  struct sigaction before_ {};
};

}  // namespace heddle::native
