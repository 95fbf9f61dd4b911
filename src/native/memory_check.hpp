// Whether an access of the program is to memory that it may use: not to a block that was freed, not
// beyond the end of one, not to the stack or the variables of a thread that has ended.  Asked right
// before the access is performed, by the callbacks of instrumented code and by interposed functions
// about the objects that they are given.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/operation.hpp"
#include "native/memory_layout.hpp"

namespace heddle::native {

// Ends the execution with a failure when the access is wrong.  REQUIRES: on a fiber.
void check_heap_access(std::uintptr_t address, std::size_t size, bool writes);
void check_stack_access(std::uintptr_t address, bool writes);
void check_variable_access(std::uintptr_t address, bool writes);

inline void check_access(std::uintptr_t address, std::size_t size, bool writes) {
  if (address < kControlBlockBase || address >= kHeapEnd) return;
  if (address >= kHeapBase) {
    check_heap_access(address, size, writes);
  } else if (address >= kStackBase) {
    check_stack_access(address, writes);
  } else {
    check_variable_access(address, writes);
  }
}

// The object of an operation that is about to be performed.
bool touches_its_object(OpKind kind);
void check_freed_object(const Operation& operation);

inline void check_object(const Operation& operation) {
  const auto address = static_cast<std::uintptr_t>(operation.object);
  if (address < kControlBlockBase || address >= kHeapEnd) return;
  if (!touches_its_object(operation.kind)) return;
  if (operation.size > 0) {
    check_access(address, operation.size, operation.kind != OpKind::atomic_load);
  } else {
    check_freed_object(operation);
  }
}

}  // namespace heddle::native
