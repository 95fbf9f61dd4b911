// Decodes the memory accesses of one machine instruction, and its effect on the registers that
// form addresses.  The decoding only needs to separate a function's own stack and constants from
// other memory.
#pragma once

#include <cstdint>
#include <optional>

namespace heddle::native {

// A general register by its number in the encoding.
using RegisterNumber = int;
inline constexpr RegisterNumber kNoRegister = -1;
inline constexpr int kRegisters = 32;

#if defined(__aarch64__)
inline constexpr RegisterNumber kStackRegister = 31;
inline constexpr RegisterNumber kFrameRegister = 29;
#else
inline constexpr RegisterNumber kStackRegister = 4;
inline constexpr RegisterNumber kFrameRegister = 5;
#endif

// An address operand of an instruction.
struct AddressForm {
  RegisterNumber base = kNoRegister;
  RegisterNumber index = kNoRegister;
  std::uintptr_t offset = 0;   // the address itself when there is no base
  bool is_thread_own = false;  // through the thread pointer
};

enum class Use : std::uint8_t { none, read, write, update };

struct MemoryUse {
  Use use = Use::none;
  AddressForm at;
  // For an instruction that copies from memory to memory: the address that it reads.
  std::optional<AddressForm> reads_at;
  bool is_indivisible = false;  // locked, exclusive, or ordered
  bool is_discarded = false;    // an ordered read into the zero register
  // A register that gets an address, and that address; kNoRegister: none does.
  RegisterNumber target = kNoRegister;
  AddressForm made;
  std::uint32_t overwritten = 0;  // registers that hold something else afterwards, as bits
  std::uintptr_t goes_to = 0;     // of a jump or a call; 0: none, or computed
  bool is_call = false;
  bool goes_on = true;        // with the next instruction
  bool reads_source = false;  // a clock or a random number of the processor
  std::uintptr_t next = 0;
};

// Registers that a call may overwrite, as bits.
#if defined(__aarch64__)
inline constexpr std::uint32_t kCallOverwrites = 0x4007ffff;  // x0 to x18, x30
#else
inline constexpr std::uint32_t kCallOverwrites = 0x0fc7;  // rax, rcx, rdx, rsi, rdi, r8 to r11
#endif

// Decodes an instruction; nothing when it is unknown.  `end` is the end of the code.
std::optional<MemoryUse> memory_use_at(std::uintptr_t address, std::uintptr_t end);

// Does the same for one word of aarch64, on any machine.
std::optional<MemoryUse> aarch64_memory_use(std::uint32_t word, std::uintptr_t address);

}  // namespace heddle::native
