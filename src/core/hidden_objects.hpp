// Objects that stand for what no operation names, but whose changes threads may notice: whether a
// block of the heap is still there, which of them are free to be handed out again, whether a
// thread's stack still exists.  They live in ranges that no user-space address uses.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"

namespace heddle {

// A block of the heap: whoever uses it reads this, whoever frees it writes it.
constexpr ObjectId life_of_block(std::uint64_t address) {
  return ObjectId{0xfffb'0000'0000'0000ULL | address};
}

// The free blocks of one size that a thread allocates from: its allocations write this; others that
// give such a block back, in whatever order, read it.
constexpr ObjectId pool_of(ThreadId owner, std::size_t size_class) {
  return ObjectId{0xfffa'0000'0000'0000ULL | std::uint64_t{index(owner)} << 16 | size_class};
}

// The stack and the variables of a thread: others that use them read this, its end writes it.
constexpr ObjectId stack_of(ThreadId thread) {
  return ObjectId{0xfff9'0000'0000'0000ULL | index(thread)};
}

}  // namespace heddle
