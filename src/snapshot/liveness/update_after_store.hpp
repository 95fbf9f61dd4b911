// Recognizes stores to bit-fields that g++ announces as stores alone.  A store to a bit-field loads
// its memory unit, changes some bits and stores the unit: the neighbours in the unit are read and
// written.  g++ emits all of it behind the call that announces the store:
//
//   call __tsan_write8; movzbl f(%rip), %eax; andl $-16, %eax; orl %ebx, %eax; movb %al, f(%rip)
//   call __tsan_write2; orb $1, f+16(%rip)
//   bl __tsan_write2; ldrh w0, [x19, 16]; orr w0, w0, 1; strh w0, [x19, 16]
//
// Other code never loads, behind such a call, the memory that it is about to store to.  clang++
// announces the load.
#pragma once

#include <cstdint>
#include <optional>

#include "core/ids.hpp"
#include "snapshot/liveness/memory_use.hpp"

namespace heddle::native {

// Which memory the code behind the call may update.
enum class UpdateOf : std::uint8_t {
  other_memory,  // any but the thread's own stack
  any_memory,
};

using DecodeMemoryUse = std::optional<MemoryUse> (*)(std::uintptr_t address, std::uintptr_t end);

// Returns whether the code between `after` and the next jump or call, or `end`, updates memory.
bool has_update_after_store(std::uintptr_t after, std::uintptr_t end, UpdateOf memory,
                            DecodeMemoryUse decode = memory_use_at);

// Returns whether the store that returns to `after` is one to a bit-field, and remembers the
// answer.  `is_on_own_stack`: the announced address is.  REQUIRES: called on a fiber.
bool is_bit_field_store(Site after, bool is_on_own_stack);

}  // namespace heddle::native
