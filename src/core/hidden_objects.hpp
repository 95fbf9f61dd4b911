// Objects for state that no operation names, but whose changes threads may observe: whether a heap
// block is still allocated, which free blocks can be reused, whether a thread's stack still exists,
// whether a thread is about to use a synchronisation object.  They live in ranges that no
// user-space address uses.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"

namespace heddle {

// The lifetime of a heap block: every use reads this object, and the free writes it.
constexpr ObjectId life_of_block(std::uint64_t address) {
  return ObjectId{0xfffb'0000'0000'0000ULL | address};
}

// The free heap blocks of one size that a thread allocates from.  Its allocations write this
// object; frees of such a block by other threads, in any order, read it.
constexpr ObjectId pool_of(ThreadId owner, std::size_t size_class) {
  return ObjectId{0xfffa'0000'0000'0000ULL | std::uint64_t{index(owner)} << 16 | size_class};
}

// The stack and the thread-local variables of a thread: uses by others read this object, and the
// thread's end writes it.
constexpr ObjectId stack_of(ThreadId thread) {
  return ObjectId{0xfff9'0000'0000'0000ULL | index(thread)};
}

// The threads that are about to perform an operation on a synchronisation object: to get there
// reads this object, and the object's initialisation writes it.
constexpr ObjectId arrival_at(ObjectId object) {
  return ObjectId{0xfff8'0000'0000'0000ULL | static_cast<std::uint64_t>(object)};
}

}  // namespace heddle
