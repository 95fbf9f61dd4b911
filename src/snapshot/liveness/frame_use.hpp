// Decodes the use that one machine instruction makes of its function's frame: accesses through the
// stack pointer or the frame pointer, changes of these two registers, and addresses formed from
// them.  All offsets count from the values before the instruction.
//
// The decoding only needs to prove that bytes of the frame are overwritten or not used.  An
// uncertain use of the two registers is reported as `other`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace heddle::native {

// The two registers that functions address their frames with.
enum class FrameBase : std::uint8_t { none, stack_pointer, frame_pointer };

struct FrameAddress {
  FrameBase base = FrameBase::none;
  std::int64_t offset = 0;
};

// The number of no register.
inline constexpr int kNoPreserved = -1;
// A vector register that functions preserve.
inline constexpr int kPreservedVector = 64;
// The register with the return address, where calls do not push it.
inline constexpr int kReturnAddress = 30;

inline constexpr int kNoPointer = -1;

struct FrameAccess {
  FrameAddress at;
  std::uint32_t bytes = 0;
  bool only_writes = false;  // all these bytes for certain; otherwise they may be read
  bool may_write = false;    // it is not certain that they are read
  bool pops = false;         // a read that removes it from the stack
  // The register that is stored or loaded, if functions preserve it; by its number of the debug
  // format.
  int preserved = kNoPreserved;
};

// How an instruction uses the register of a call's first argument.
enum class ArgumentUse : std::uint8_t {
  none,
  formed,   // is set to the address in the frame
  loaded,   // is loaded from `accesses[0]`
  stored,   // is stored there
  changed,  // is set to another value
  other,
};

struct FrameUse {
  std::array<FrameAccess, 2> accesses;
  std::size_t access_count = 0;
  // The registers after the instruction; `none`: unchanged.
  FrameAddress stack_pointer;
  FrameAddress frame_pointer;
  bool loses_stack_pointer = false;  // gets a value that is not known
  bool loses_frame_pointer = false;  // gets a value that is none of the frame's addresses
  // An address in the frame that another register gets, and the number of that register.
  FrameAddress formed;
  int formed_in = kNoPointer;
  ArgumentUse argument = ArgumentUse::none;
  // The register that points to other memory, and the bytes that are accessed from there.
  int pointer = kNoPointer;
  std::int64_t pointer_offset = 0;
  std::uint32_t pointer_bytes = 0;
  // Any other use of the register's value: it is stored, indexed, compared, copied.
  bool uses_stack_pointer = false;
  bool uses_frame_pointer = false;

  std::uintptr_t target = 0;  // of a jump or a call; 0: none, or computed
  bool is_call = false;
  bool is_computed_jump = false;
  bool returns = false;
  bool goes_on = true;  // with the next instruction
  std::uintptr_t next = 0;

  void add(const FrameAccess& access) { accesses[access_count++] = access; }
};

// Decodes an instruction.  Returns nothing for unknown instructions.  `end` is the end of
// the code.
std::optional<FrameUse> frame_use_at(std::uintptr_t address, std::uintptr_t end);

// Does the same for one word of aarch64, on any machine.
std::optional<FrameUse> aarch64_frame_use(std::uint32_t word, std::uintptr_t address);

}  // namespace heddle::native
