// Decodes the effect of one machine instruction on callee-saved registers, and its successors.
// The decoding only needs to prove that a register is not read: an uncertain register counts as
// read.
#pragma once

#include <cstdint>
#include <optional>

namespace heddle::native {

// A set of registers, by their numbers in the debug format.
using RegisterSet = std::uint32_t;

// Callee-saved general registers, without the frame pointer, which other code than the function
// may read.
#if defined(__aarch64__)
inline constexpr RegisterSet kKeptRegisters = 0x1ff80000;  // x19 to x28
#else
inline constexpr RegisterSet kKeptRegisters = 0xf008;  // rbx, r12 to r15
#endif

struct Instruction {
  RegisterSet reads = 0;        // at most these, before it writes
  RegisterSet writes = 0;       // these for certain, wholly
  RegisterSet writes_byte = 0;  // of these for certain the lowest byte, and no other; reads none
  RegisterSet changes = 0;      // at most these, beyond their lowest byte
  std::uintptr_t target = 0;    // of a jump or a call; 0: none, or computed
  bool is_call = false;         // returns with such registers preserved, or throws
  bool returns = false;
  bool goes_on = true;      // with the next instruction
  std::uintptr_t next = 0;  // its address
};

// Decodes an instruction.  Returns nothing for unknown instructions and for jumps to computed
// addresses.  `end` is the end of the code.
std::optional<Instruction> instruction_at(std::uintptr_t address, std::uintptr_t end);

// Returns the target of a stub through which one library calls a function of another; the address
// itself when there is no stub.
std::uintptr_t through_stub(std::uintptr_t address);

}  // namespace heddle::native
