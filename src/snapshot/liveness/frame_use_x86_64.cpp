// Uses of the frame by x86-64, by Capstone.  It is asked for what an instruction names; the meaning
// is known of the few instructions with which compilers address frames.
#if defined(__x86_64__)

#include <algorithm>
#include <span>

#include "runtime/root.hpp"
#include "snapshot/liveness/disassembler.hpp"
#include "snapshot/liveness/frame_use.hpp"

namespace heddle::native {
namespace {

constexpr std::int64_t kPushed = 8;

using Operands = std::span<const cs_x86_op>;

FrameBase whole_base(unsigned name) {
  if (name == X86_REG_RSP) return FrameBase::stack_pointer;
  return name == X86_REG_RBP ? FrameBase::frame_pointer : FrameBase::none;
}

// Also of a part of the register.
FrameBase named_base(unsigned name) {
  switch (name) {
    case X86_REG_RSP:
    case X86_REG_ESP:
    case X86_REG_SP:
    case X86_REG_SPL:
      return FrameBase::stack_pointer;
    case X86_REG_RBP:
    case X86_REG_EBP:
    case X86_REG_BP:
    case X86_REG_BPL:
      return FrameBase::frame_pointer;
    default:
      return FrameBase::none;
  }
}

void note_use(FrameUse& use, FrameBase base) {
  use.uses_stack_pointer |= base == FrameBase::stack_pointer;
  use.uses_frame_pointer |= base == FrameBase::frame_pointer;
}

// By the number of the debug format.
int preserved_in(const cs_x86_op& operand) {
  if (operand.type != X86_OP_REG) return kNoPreserved;
  switch (operand.reg) {
    case X86_REG_RBX:
      return 3;
    case X86_REG_RBP:
      return 6;
    case X86_REG_R12:
      return 12;
    case X86_REG_R13:
      return 13;
    case X86_REG_R14:
      return 14;
    case X86_REG_R15:
      return 15;
    default:
      return kNoPreserved;
  }
}

// Instructions that write their first operand, wholly, without reading it.
bool only_stores(unsigned instruction) {
  switch (instruction) {
    case X86_INS_MOV:
    case X86_INS_MOVAPS:
    case X86_INS_MOVAPD:
    case X86_INS_MOVUPS:
    case X86_INS_MOVUPD:
    case X86_INS_MOVDQA:
    case X86_INS_MOVDQU:
    case X86_INS_MOVSS:
    case X86_INS_MOVSD:
    case X86_INS_MOVQ:
    case X86_INS_MOVD:
    case X86_INS_SETA:
    case X86_INS_SETAE:
    case X86_INS_SETB:
    case X86_INS_SETBE:
    case X86_INS_SETE:
    case X86_INS_SETG:
    case X86_INS_SETGE:
    case X86_INS_SETL:
    case X86_INS_SETLE:
    case X86_INS_SETNE:
    case X86_INS_SETNO:
    case X86_INS_SETNP:
    case X86_INS_SETNS:
    case X86_INS_SETO:
    case X86_INS_SETP:
    case X86_INS_SETS:
      return true;
    default:
      return false;
  }
}

// Instructions that read their first operand for certain.
bool loads_first(unsigned instruction) {
  switch (instruction) {
    case X86_INS_ADC:
    case X86_INS_ADD:
    case X86_INS_AND:
    case X86_INS_CALL:
    case X86_INS_CMP:
    case X86_INS_DEC:
    case X86_INS_DIV:
    case X86_INS_FILD:
    case X86_INS_FLD:
    case X86_INS_IDIV:
    case X86_INS_IMUL:
    case X86_INS_INC:
    case X86_INS_JMP:
    case X86_INS_MUL:
    case X86_INS_NEG:
    case X86_INS_NOT:
    case X86_INS_OR:
    case X86_INS_PUSH:
    case X86_INS_SAR:
    case X86_INS_SBB:
    case X86_INS_SHL:
    case X86_INS_SHR:
    case X86_INS_SUB:
    case X86_INS_TEST:
    case X86_INS_XOR:
      return true;
    default:
      return false;
  }
}

// Instructions whose operand has another size than Capstone reports, or lies elsewhere.
bool has_unknown_size(const cs_insn& instruction, Operands operands) {
  switch (instruction.id) {
    case X86_INS_BT:
    case X86_INS_BTC:
    case X86_INS_BTR:
    case X86_INS_BTS:
      return operands[1].type == X86_OP_REG;
    case X86_INS_FNSAVE:
    case X86_INS_FRSTOR:
    case X86_INS_FXSAVE:
    case X86_INS_FXSAVE64:
    case X86_INS_FXRSTOR:
    case X86_INS_FXRSTOR64:
    case X86_INS_XSAVE:
    case X86_INS_XSAVE64:
    case X86_INS_XSAVEC:
    case X86_INS_XSAVEC64:
    case X86_INS_XSAVEOPT:
    case X86_INS_XSAVEOPT64:
    case X86_INS_XRSTOR:
    case X86_INS_XRSTOR64:
      return true;
    default:
      return false;
  }
}

// Returns the address of a memory operand if it is a fixed place in the frame.
FrameAddress address_of(const cs_x86_op& operand) {
  const x86_op_mem& memory = operand.mem;
  return {memory.index == X86_REG_INVALID ? whole_base(memory.base) : FrameBase::none, memory.disp};
}

void note_memory(FrameUse& use, const cs_insn& instruction, Operands operands, std::size_t which) {
  const cs_x86_op& operand = operands[which];
  const FrameAddress at = address_of(operand);
  if (at.base == FrameBase::none || operand.mem.segment == X86_REG_FS ||
      operand.mem.segment == X86_REG_GS) {
    note_use(use, named_base(operand.mem.base));
    note_use(use, named_base(operand.mem.index));
    return;
  }
  const bool from_register_or_constant =
      operands.size() == 1 || (operands.size() == 2 && operands[1].type != X86_OP_MEM);
  const bool stores = which == 0 && from_register_or_constant && only_stores(instruction.id) &&
                      instruction.detail->x86.prefix[0] != X86_PREFIX_LOCK;
  // The size of an operand that is not a plain number is not relied on.
  const std::uint32_t most = 64;
  use.add({.at = at,
           .bytes = stores ? operand.size : std::max<std::uint32_t>(operand.size, 1),
           .only_writes = stores,
           .may_write = !stores && which == 0 && !loads_first(instruction.id),
           .preserved = operands.size() == 2 ? preserved_in(operands[1 - which]) : kNoPreserved});
  const bool is_unknown = operand.size > most || has_unknown_size(instruction, operands);
  if (!stores && is_unknown) note_use(use, at.base);
}

bool names_only(unsigned instruction) {
  return instruction == X86_INS_NOP || instruction == X86_INS_ENDBR64;
}

// push, pop, leave, and arithmetic on the two registers.  Returns whether it was one of them.
bool note_stack_motion(FrameUse& use, const cs_insn& instruction, Operands operands) {
  constexpr FrameBase kStack = FrameBase::stack_pointer;
  const bool has_register = !operands.empty() && operands[0].type == X86_OP_REG;
  const FrameBase first = has_register ? whole_base(operands[0].reg) : FrameBase::none;
  switch (instruction.id) {
    case X86_INS_PUSH:
      if (operands[0].size != kPushed) return false;
      if (has_register) note_use(use, named_base(operands[0].reg));
      if (operands[0].type == X86_OP_MEM) note_memory(use, instruction, operands, 0);
      use.add({.at = {kStack, -kPushed},
               .bytes = kPushed,
               .only_writes = true,
               .preserved = preserved_in(operands[0])});
      use.stack_pointer = {kStack, -kPushed};
      return true;
    case X86_INS_POP:
      if (!has_register || operands[0].size != kPushed || first == kStack) return false;
      use.add({.at = {kStack, 0},
               .bytes = kPushed,
               .pops = true,
               .preserved = preserved_in(operands[0])});
      use.stack_pointer = {kStack, kPushed};
      use.loses_frame_pointer = first == FrameBase::frame_pointer;
      return true;
    case X86_INS_LEAVE:
      use.add({.at = {FrameBase::frame_pointer, 0}, .bytes = kPushed, .pops = true});
      use.stack_pointer = {FrameBase::frame_pointer, kPushed};
      use.loses_frame_pointer = true;
      return true;
    case X86_INS_ADD:
    case X86_INS_SUB: {
      if (first == FrameBase::none || operands[1].type != X86_OP_IMM) return false;
      const std::int64_t by = instruction.id == X86_INS_ADD ? operands[1].imm : -operands[1].imm;
      (first == kStack ? use.stack_pointer : use.frame_pointer) = {first, by};
      return true;
    }
    case X86_INS_MOV: {
      if (first == FrameBase::none || operands[1].type != X86_OP_REG) return false;
      const FrameAddress from{whole_base(operands[1].reg), 0};
      if (from.base == FrameBase::none) return false;
      (first == kStack ? use.stack_pointer : use.frame_pointer) = from;
      return true;
    }
    case X86_INS_LEA: {
      const FrameAddress made = address_of(operands[1]);
      if (made.base == FrameBase::none || !has_register || operands[0].size != kPushed)
        return false;
      (first == kStack                     ? use.stack_pointer
       : first == FrameBase::frame_pointer ? use.frame_pointer
                                           : use.formed) = made;
      if (operands[0].reg == X86_REG_RDI) use.argument = ArgumentUse::formed;
      return true;
    }
    default:
      return false;
  }
}

// Everything else: an access, or a use of the registers' values.
bool note_others(FrameUse& use, const cs_insn& instruction, Operands operands) {
  if (names_only(instruction.id)) return true;
  std::size_t accesses = 0;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const cs_x86_op& operand = operands[i];
    if (operand.type == X86_OP_MEM && instruction.id == X86_INS_LEA) {
      note_use(use, named_base(operand.mem.base));
      note_use(use, named_base(operand.mem.index));
    } else if (operand.type == X86_OP_MEM) {
      if (++accesses > use.accesses.size()) return false;
      note_memory(use, instruction, operands, i);
    } else if (operand.type == X86_OP_REG) {
      const FrameBase base = named_base(operand.reg);
      if (base == FrameBase::none) continue;
      if (base == FrameBase::stack_pointer) return false;
      // A move or a load is the only way to give the frame pointer another value.
      const bool moves = i == 0 && operands.size() == 2 && operand.size >= 4 &&
                         (instruction.id == X86_INS_MOV || instruction.id == X86_INS_LEA);
      if (moves) {
        use.loses_frame_pointer = true;
      } else {
        use.uses_frame_pointer = true;
        if (i == 0) use.loses_frame_pointer = true;
      }
    }
  }
  return true;
}

bool is_argument(unsigned name) {
  return name == X86_REG_RDI || name == X86_REG_EDI || name == X86_REG_DI || name == X86_REG_DIL;
}

// REQUIRES: the accesses are noted.
ArgumentUse argument_use(const FrameUse& use, const cs_insn& instruction, Operands operands) {
  const cs_detail& detail = *instruction.detail;
  const bool is_silent =
      std::any_of(detail.regs_read, detail.regs_read + detail.regs_read_count, is_argument) ||
      std::any_of(detail.regs_write, detail.regs_write + detail.regs_write_count, is_argument);
  if (is_silent || instruction.id == X86_INS_SYSCALL) return ArgumentUse::other;
  const auto is_named = [](const cs_x86_op& operand) {
    if (operand.type == X86_OP_REG) return is_argument(operand.reg);
    return operand.type == X86_OP_MEM &&
           (is_argument(operand.mem.base) || is_argument(operand.mem.index));
  };
  const auto named = std::count_if(operands.begin(), operands.end(), is_named);
  if (named == 0) return ArgumentUse::none;
  const bool moves = named == 1 && operands.size() == 2 &&
                     (instruction.id == X86_INS_MOV || instruction.id == X86_INS_LEA);
  if (!moves) return ArgumentUse::other;
  const bool is_target = operands[0].type == X86_OP_REG && is_argument(operands[0].reg);
  const bool is_source = operands[1].type == X86_OP_REG && is_argument(operands[1].reg);
  const bool in_frame = use.access_count == 1 && use.accesses[0].bytes == kPushed;
  if (is_target && in_frame && operands[0].size == kPushed) return ArgumentUse::loaded;
  if (is_source && in_frame && use.accesses[0].only_writes) return ArgumentUse::stored;
  return is_target && operands[0].size >= 4 ? ArgumentUse::changed : ArgumentUse::other;
}

// Returns whether an instruction without such operands changes the registers.
bool moves_stack_silently(const cs_insn& instruction) {
  const cs_detail& detail = *instruction.detail;
  return std::any_of(detail.regs_write, detail.regs_write + detail.regs_write_count,
                     [](unsigned name) { return named_base(name) != FrameBase::none; });
}

bool note_flow(FrameUse& use, const cs_insn& instruction, Operands operands) {
  const cs_detail& detail = *instruction.detail;
  const bool goes_to_fixed_place = operands.size() == 1 && operands[0].type == X86_OP_IMM;
  const bool is_call = is_in(detail, CS_GRP_CALL);
  const bool is_jump = is_in(detail, CS_GRP_JUMP);
  if ((is_call || is_jump) && goes_to_fixed_place) {
    use.target = static_cast<std::uintptr_t>(operands[0].imm);
  }
  if (is_call) {
    use.is_call = true;
    return true;
  }
  if (is_jump) {
    use.goes_on = instruction.id != X86_INS_JMP;
    use.is_computed_jump = !goes_to_fixed_place;
    return true;
  }
  if (is_in(detail, CS_GRP_RET)) {
    use.returns = true;
    use.goes_on = false;
    return operands.empty();
  }
  if (instruction.id == X86_INS_UD2 || instruction.id == X86_INS_HLT) {
    use.goes_on = false;
    return true;
  }
  const bool stops = is_in(detail, CS_GRP_INT) || is_in(detail, CS_GRP_IRET);
  return !stops || instruction.id == X86_INS_SYSCALL;
}

}  // namespace

struct FrameUseReader {
  Disassembler disassembler;
};

std::optional<FrameUse> frame_use_at(std::uintptr_t address, std::uintptr_t end) {
  Disassembler& disassembler = allocated_part(runtime().frame_use_reader).disassembler;
  const cs_insn* const instruction =
      disassembler.at(address, std::min<std::size_t>(kLongestInstruction, end - address));
  if (instruction == nullptr) return std::nullopt;
  const Operands operands(instruction->detail->x86.operands, instruction->detail->x86.op_count);
  FrameUse use;
  use.next = address + instruction->size;
  if (!note_flow(use, *instruction, operands)) return std::nullopt;
  if (!note_stack_motion(use, *instruction, operands)) {
    const bool is_flow = use.is_call || use.returns;
    if (!is_flow && moves_stack_silently(*instruction)) return std::nullopt;
    if (!note_others(use, *instruction, operands)) return std::nullopt;
  }
  if (use.argument == ArgumentUse::none) use.argument = argument_use(use, *instruction, operands);
  return use;
}

}  // namespace heddle::native

#endif
