// Tracks static objects whose destructors have run while the program continues.  Threads that are
// never joined may still use them, and so may the destructors of other static objects.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/operation.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

// Notes that a destructor registered for the address has returned.  The symbol table of the
// object's file gives the object's size; an address at which no symbol begins is ignored.
// REQUIRES: on a fiber.
void note_destroyed_static(const void* object);

// Checks a plain access and ends the execution with a failure if it reads a destroyed object.  A
// write may come from the constructor of another object in the same memory.  The memory then no
// longer counts as destroyed.  REQUIRES: on a fiber.
void check_static_access(std::uintptr_t address, std::size_t size, bool writes);

// Same as check_static_access for an operation on a lock, an atomic, ...: none of these begins the
// lifetime of an object.
void check_static_object(const Operation& operation);

}  // namespace heddle::native
