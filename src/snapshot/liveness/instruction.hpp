// What one machine instruction does to the registers that functions must leave as they found them,
// and where it may go on.  Only as much as is needed to tell that a register is not read: what is
// not known for certain counts as read.
#pragma once

#include <cstdint>
#include <optional>

namespace heddle::native {

// By the numbers of the debug format.
using RegisterSet = std::uint32_t;

// General registers that functions must leave as they found them, but for the frame pointer, which
// others than the function may look at.
#if defined(__aarch64__)
inline constexpr RegisterSet kKeptRegisters = 0x1ff80000;  // x19 to x28
#else
inline constexpr RegisterSet kKeptRegisters = 0xf008;  // rbx, r12 to r15
#endif

struct Instruction {
  RegisterSet reads = 0;      // at most these, before it writes
  RegisterSet writes = 0;     // these for certain, wholly
  std::uintptr_t target = 0;  // of a jump or a call; 0: none, or computed
  bool is_call = false;       // comes back, leaving such registers alone, or throws
  bool returns = false;
  bool goes_on = true;      // with the next instruction
  std::uintptr_t next = 0;  // its address
};

// Nothing for instructions that are not known, and for jumps to computed places.
// `end` is that of the code.
std::optional<Instruction> instruction_at(std::uintptr_t address, std::uintptr_t end);

// Where a stub goes by which one library calls a function of another; the address itself when no
// stub is there.
std::uintptr_t through_stub(std::uintptr_t address);

}  // namespace heddle::native
