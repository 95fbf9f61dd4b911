// Static objects whose destructors have run while the program goes on: threads that nobody waits
// for may still use them, and so may the destructors of other static objects.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/operation.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

// A destructor that was registered for the address has returned.  What the object's size is, the
// symbol table of its file says; an address that no symbol begins at is passed over.
// REQUIRES: on a fiber.
void note_destroyed_static(const void* object);

// A plain access: end the execution with a failure when it reads a destroyed object.  One that
// writes may be the constructor of another object in the same place, and ends its being destroyed.
// REQUIRES: on a fiber.
void check_static_access(std::uintptr_t address, std::size_t size, bool writes);

// The same for a lock, an atomic, ...: none of these begins the life of an object.
void check_static_object(const Operation& operation);

}  // namespace heddle::native
