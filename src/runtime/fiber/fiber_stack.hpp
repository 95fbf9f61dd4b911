// Guarded stacks at fixed addresses: one slot per thread, mapped on first use.  Memory below a
// paused thread's stack pointer is dead, but the next call leaves it in its frame where it does
// not write.  Equal states would then differ by their histories.  So a search that compares states
// keeps the dead part zero.  To find how deep a thread has been, its pages are enabled one by one
// by the faults that they cause.  That costs a few faults per thread in the life of the process.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"
#include "runtime/memory_layout.hpp"
#include "runtime/root.hpp"

namespace heddle::native {

// The address from which the thread's stack grows down.
void* fiber_stack_top(ThreadId thread);

// Makes the thread's stack at least so large.  REQUIRES: at most kLargestStack, and the thread is
// not alive.
void enlarge_stack(ThreadId thread, std::size_t bytes);
std::size_t stack_size(ThreadId thread);

// Returns whether the address lies directly below the thread's stack: an overflow.
bool in_stack_guard(ThreadId thread, std::uintptr_t address);

// Called by the fault handler: whether the address was in a page of a stack that is enabled now.
// Async-signal-safe.
bool enable_stack_page(std::uintptr_t address);

// Notes that the thread runs: its stack may be written from now on, as deep as it likes.
inline void note_stack_use(ThreadId thread) {
  runtime().threads.stack_is_used[index(thread)] = true;
}

// Whether it did since its stack was last cleaned.
inline bool has_used_stack(ThreadId thread) {
  return runtime().threads.stack_is_used[index(thread)];
}

// Zeroes memory below `pointer`, if the thread has run since the last cleaning or was cleaned at a
// lower address.  REQUIRES: the thread is paused.
void clean_changed_stack(ThreadId thread, std::uintptr_t pointer);
inline void clean_stack(ThreadId thread, std::uintptr_t pointer) {
  if (has_used_stack(thread) || runtime().threads.stack_is_clean_below[index(thread)] != pointer) {
    clean_changed_stack(thread, pointer);
  }
}

}  // namespace heddle::native
