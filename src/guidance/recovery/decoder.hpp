// Machine instructions reduced to control flow and the movement of addresses, the same for both
// architectures.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "guidance/recovery/elf_image.hpp"

namespace heddle::guidance {

using Register = std::uint8_t;
inline constexpr Register kNoRegister = 255;
inline constexpr std::size_t kRegisters = 32;

enum class Flow : std::uint8_t { next, jump, branch, call, ret, stop };

// base + index * scale + offset; an address known to the decoder has neither base nor index.
struct MemoryOperand {
  Register base = kNoRegister;
  Register index = kNoRegister;
  std::int64_t offset = 0;

  bool is_absolute() const { return base == kNoRegister && index == kNoRegister; }
};

struct Effect {
  enum class Kind : std::uint8_t {
    set,       // target = immediate
    move,      // target = source + immediate
    load,      // target = memory
    store,     // memory = source, or immediate without one
    overwrite  // target = something else
  };
  Kind kind = Kind::overwrite;
  Register target = kNoRegister;
  Register source = kNoRegister;
  std::uint8_t width = 8;  // of a memory access, in bytes
  bool is_signed = false;  // a load extends the sign
  MemoryOperand memory = {};
  std::int64_t immediate = 0;
};

struct Instruction {
  std::uint64_t address = 0;
  std::uint8_t size = 0;
  Flow flow = Flow::next;
  std::uint64_t target = 0;                // of a direct jump, branch or call
  Register target_register = kNoRegister;  // of an indirect one through a register
  bool through_memory = false;             // an indirect one through `target_memory`
  MemoryOperand target_memory;
  bool compares = false;  // with `compared`
  std::int64_t compared = 0;
  std::uint8_t effect_count = 0;
  std::array<Effect, 4> effects;

  std::uint64_t end() const { return address + size; }
  bool is_indirect() const {
    return target == 0 && (through_memory || target_register != kNoRegister);
  }
  void add(const Effect& effect) {
    if (effect_count < effects.size()) effects[effect_count++] = effect;
  }
};

// The registers with a role in the calling convention.
struct Convention {
  Register stack = kNoRegister;
  Register argument = kNoRegister;  // the first one
  std::uint32_t kept = 0;           // a bit for each register that calls preserve
};

// Decodes programs of one architecture, on any host.
class Decoder {
 public:
  virtual ~Decoder() = default;

  virtual Convention convention() const = 0;

  // Replaces `into` by the instructions in [begin, end); bytes that are none are left out.
  virtual void decode(const ElfImage& image, std::uint64_t begin, std::uint64_t end,
                      std::vector<Instruction>& into) = 0;
};

std::unique_ptr<Decoder> make_x86_64_decoder();
std::unique_ptr<Decoder> make_aarch64_decoder();
std::unique_ptr<Decoder> make_decoder(Machine machine);

}  // namespace heddle::guidance
