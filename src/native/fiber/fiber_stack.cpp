#include "native/fiber/fiber_stack.hpp"

#include <sys/mman.h>

#include "native/memory_layout.hpp"

namespace heddle::native {
namespace {

constinit bool g_mapped[kMaxThreads] = {};

std::uintptr_t slot(ThreadId thread) { return kStackBase + index(thread) * kStackStride; }

}  // namespace

void* fiber_stack_top(ThreadId thread) {
  const std::uintptr_t top = slot(thread) + kStackStride;
  if (!g_mapped[index(thread)]) {
    map_fixed(top - kStackSize, kStackSize, PROT_READ | PROT_WRITE);
    g_mapped[index(thread)] = true;
  }
  return reinterpret_cast<void*>(top);
}

bool in_stack_guard(ThreadId thread, std::uintptr_t address) {
  return address >= slot(thread) && address < slot(thread) + kStackStride - kStackSize;
}

}  // namespace heddle::native
