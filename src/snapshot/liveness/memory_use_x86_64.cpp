// Memory accesses of x86-64, by Capstone.
#if defined(__x86_64__)

#include <algorithm>
#include <array>
#include <span>

#include "runtime/root.hpp"
#include "snapshot/liveness/disassembler.hpp"
#include "snapshot/liveness/memory_use.hpp"

namespace heddle::native {
namespace {

// The names that Capstone has for the parts of one register.
using Names = std::array<unsigned, 5>;
constexpr std::array<Names, 16> kRegisterNames = {{
    {X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL, X86_REG_AH},
    {X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL, X86_REG_CH},
    {X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL, X86_REG_DH},
    {X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL, X86_REG_BH},
    {X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL, X86_REG_SPL},
    {X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL, X86_REG_BPL},
    {X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL, X86_REG_SIL},
    {X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL, X86_REG_DIL},
    {X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B, X86_REG_R8B},
    {X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B, X86_REG_R9B},
    {X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B, X86_REG_R10B},
    {X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B, X86_REG_R11B},
    {X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B, X86_REG_R12B},
    {X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B, X86_REG_R13B},
    {X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B, X86_REG_R14B},
    {X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B, X86_REG_R15B},
}};

std::array<std::int8_t, X86_REG_ENDING> numbers() {
  std::array<std::int8_t, X86_REG_ENDING> numbers;
  numbers.fill(kNoRegister);
  for (std::size_t i = 0; i < kRegisterNames.size(); ++i) {
    for (const unsigned name : kRegisterNames[i]) numbers[name] = static_cast<std::int8_t>(i);
  }
  return numbers;
}

RegisterNumber register_number(unsigned name) {
  static const std::array<std::int8_t, X86_REG_ENDING> all = numbers();
  return name < all.size() ? all[name] : kNoRegister;
}

AddressForm form_of(const x86_op_mem& memory, std::uintptr_t next) {
  AddressForm form;
  form.is_thread_own = memory.segment == X86_REG_FS || memory.segment == X86_REG_GS;
  form.offset = static_cast<std::uintptr_t>(memory.disp);
  if (memory.base == X86_REG_RIP || memory.base == X86_REG_EIP) {
    form.offset += next;
  } else {
    form.base = register_number(memory.base);
  }
  form.index = register_number(memory.index);
  // A scaled index cannot be an address, and one without a base is scaled by 1 if it is.
  if (memory.scale != 1) form.index = kNoRegister;
  if (form.base == kNoRegister && memory.base == X86_REG_INVALID && form.offset == 0) {
    form.base = form.index;
    form.index = kNoRegister;
  }
  return form;
}

// Names memory without accessing it.
bool only_names_memory(unsigned instruction) {
  switch (instruction) {
    case X86_INS_LEA:
    case X86_INS_NOP:
    case X86_INS_PREFETCH:
    case X86_INS_PREFETCHNTA:
    case X86_INS_PREFETCHT0:
    case X86_INS_PREFETCHT1:
    case X86_INS_PREFETCHT2:
    case X86_INS_PREFETCHW:
      return true;
    default:
      return false;
  }
}

// Returns whether the instruction reads a clock or a random number.
bool reads_source(unsigned instruction) {
  return instruction == X86_INS_RDTSC || instruction == X86_INS_RDTSCP ||
         instruction == X86_INS_RDPMC || instruction == X86_INS_RDRAND ||
         instruction == X86_INS_RDSEED;
}

bool walks_string(unsigned instruction) {
  switch (instruction) {
    case X86_INS_MOVSB:
    case X86_INS_MOVSW:
    case X86_INS_MOVSD:
    case X86_INS_MOVSQ:
    case X86_INS_STOSB:
    case X86_INS_STOSW:
    case X86_INS_STOSD:
    case X86_INS_STOSQ:
      return true;
    default:
      return false;
  }
}

// Returns whether the instruction reads and writes its memory operand.  Does not rely on Capstone,
// which lists `test` among them.
bool updates(unsigned instruction) {
  switch (instruction) {
    case X86_INS_ADD:
    case X86_INS_ADC:
    case X86_INS_SUB:
    case X86_INS_SBB:
    case X86_INS_INC:
    case X86_INS_DEC:
    case X86_INS_NEG:
    case X86_INS_NOT:
    case X86_INS_AND:
    case X86_INS_OR:
    case X86_INS_XOR:
    case X86_INS_SHL:
    case X86_INS_SHR:
    case X86_INS_SAR:
    case X86_INS_ROL:
    case X86_INS_ROR:
    case X86_INS_BTS:
    case X86_INS_BTR:
    case X86_INS_BTC:
    case X86_INS_XADD:
    case X86_INS_XCHG:
    case X86_INS_CMPXCHG:
    case X86_INS_CMPXCHG8B:
    case X86_INS_CMPXCHG16B:
      return true;
    default:
      return false;
  }
}

// REQUIRES: the operand is memory.  The one that is written is named first.
Use use_of(const cs_insn& instruction, const cs_x86_op& operand) {
  const bool is_first = &operand == instruction.detail->x86.operands;
  if (updates(instruction.id) && (is_first || instruction.id == X86_INS_XCHG)) return Use::update;
  const bool writes = (operand.access & CS_AC_WRITE) != 0 && instruction.id != X86_INS_TEST;
  return writes ? Use::write : Use::read;
}

// The value that a register gets by a move, an addition or lea, as an address; nothing otherwise.
std::optional<AddressForm> address_made(const cs_insn& instruction,
                                        std::span<const cs_x86_op> operands, std::uintptr_t next) {
  if (operands.size() != 2 || operands[0].type != X86_OP_REG || operands[0].size != 8) return {};
  const cs_x86_op& from = operands[1];
  AddressForm form;
  switch (instruction.id) {
    case X86_INS_LEA:
      return form_of(from.mem, next);
    case X86_INS_MOV:
      if (from.type == X86_OP_REG) {
        form.base = register_number(from.reg);
        return form;
      }
      // The thread pointer itself.
      if (from.type == X86_OP_MEM && from.mem.segment == X86_REG_FS &&
          from.mem.base == X86_REG_INVALID && from.mem.disp == 0) {
        form.is_thread_own = true;
        return form;
      }
      return {};
    case X86_INS_ADD:
    case X86_INS_SUB:
    case X86_INS_AND:
      form.base = register_number(operands[0].reg);
      if (from.type == X86_OP_REG && instruction.id == X86_INS_ADD)
        form.index = register_number(from.reg);
      if (from.type == X86_OP_IMM && instruction.id == X86_INS_ADD) {
        form.offset = static_cast<std::uintptr_t>(from.imm);
      }
      return form;
    default:
      return {};
  }
}

std::uint32_t register_bit(unsigned name) {
  const RegisterNumber number = register_number(name);
  return number == kNoRegister ? 0 : std::uint32_t{1} << number;
}

void note_registers(const cs_insn& instruction, std::span<const cs_x86_op> operands,
                    MemoryUse& use) {
  if (use.is_call) use.overwritten = kCallOverwrites;
  const cs_detail& detail = *instruction.detail;
  for (std::size_t i = 0; i < detail.regs_write_count; ++i) {
    use.overwritten |= register_bit(detail.regs_write[i]);
  }
  for (const cs_x86_op& operand : operands) {
    if (operand.type == X86_OP_REG && (operand.access & CS_AC_WRITE) != 0) {
      use.overwritten |= register_bit(operand.reg);
    }
  }
  // The stack stays the stack, and a string is walked within itself.
  use.overwritten &= ~(std::uint32_t{1} << kStackRegister);
  if (walks_string(instruction.id)) {
    use.overwritten &= ~(register_bit(X86_REG_RDI) | register_bit(X86_REG_RSI));
  }
}

void note_access(const cs_insn& instruction, std::span<const cs_x86_op> operands, MemoryUse& use) {
  if (only_names_memory(instruction.id)) return;
  const bool is_locked = instruction.detail->x86.prefix[0] == X86_PREFIX_LOCK;
  for (const cs_x86_op& operand : operands) {
    if (operand.type != X86_OP_MEM) continue;
    const Use more = use_of(instruction, operand);
    if (use.use != Use::none) {
      const bool is_read = more == Use::read;
      use.reads_at = is_read ? form_of(operand.mem, use.next) : use.at;
      if (is_read) continue;
    }
    use.use = more;
    use.at = form_of(operand.mem, use.next);
    use.is_indivisible = is_locked || instruction.id == X86_INS_XCHG;
  }
}

}  // namespace

struct MemoryUseReader {
  Disassembler disassembler;
};

std::optional<MemoryUse> memory_use_at(std::uintptr_t address, std::uintptr_t end) {
  Disassembler& disassembler = allocated_part(runtime().memory_use_reader).disassembler;
  const cs_insn* const instruction =
      disassembler.at(address, std::min<std::size_t>(kLongestInstruction, end - address));
  if (instruction == nullptr) return std::nullopt;
  const cs_detail& detail = *instruction->detail;
  const std::span<const cs_x86_op> operands(detail.x86.operands, detail.x86.op_count);
  MemoryUse use;
  use.next = address + instruction->size;
  const bool is_jump = is_in(detail, CS_GRP_JUMP);
  use.is_call = is_in(detail, CS_GRP_CALL);
  if ((is_jump || use.is_call) && operands.size() == 1) {
    if (operands[0].type == X86_OP_IMM) {
      use.goes_to = static_cast<std::uintptr_t>(operands[0].imm);
    } else if (operands[0].type == X86_OP_MEM && operands[0].mem.base == X86_REG_RIP) {
      // Through the table of addresses, which is filled.
      use.goes_to = *reinterpret_cast<const std::uintptr_t*>(
          use.next + static_cast<std::uintptr_t>(operands[0].mem.disp));
    }
  }
  use.goes_on = instruction->id != X86_INS_JMP && !is_in(detail, CS_GRP_RET) &&
                instruction->id != X86_INS_UD2 && instruction->id != X86_INS_HLT;
  use.reads_source = reads_source(instruction->id);
  note_access(*instruction, operands, use);
  note_registers(*instruction, operands, use);
  if (const auto made = address_made(*instruction, operands, use.next)) {
    use.target = register_number(operands[0].reg);
    use.made = *made;
  }
  return use;
}

}  // namespace heddle::native

#endif
