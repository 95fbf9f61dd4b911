// Checks that an access of the program is to valid memory.  Invalid are freed heap blocks, memory
// beyond the end of one, the stack or variables of an ended thread, and static objects after their
// destructor.  The callbacks of instrumented code check right before each access; interposed
// functions check the objects that they are given.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/operation.hpp"
#include "monitors/destroyed_statics.hpp"
#include "runtime/memory_layout.hpp"
#include "runtime/step_accesses.hpp"

namespace heddle::native {

// Ends the execution with a failure if the access is invalid.  REQUIRES: on a fiber.
void check_heap_access(std::uintptr_t address, std::size_t size, bool writes);
void check_stack_access(std::uintptr_t address, bool writes);
void check_variable_access(std::uintptr_t address, bool writes);

// The same for an access below the stack pointer of the code that makes it.
void check_dead_frame(std::uintptr_t address, bool writes);

inline void check_access(std::uintptr_t address, std::size_t size, bool writes) {
  if (address < kControlBlockBase || address >= kHeapEnd) {
    if (world().destroyed != nullptr) check_static_access(address, size, writes);
    return;
  }
  if (address >= kHeapBase) {
    if (step_accesses().is_in_last_block(address, size)) return;
    check_heap_access(address, size, writes);
  } else if (address >= kStackBase) {
    check_stack_access(address, writes);
  } else {
    check_variable_access(address, writes);
  }
}

// Does the same for the object of an operation that is about to be performed.
void check_object(const Operation& operation);

}  // namespace heddle::native
