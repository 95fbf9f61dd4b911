// Instructions of x86-64, by Capstone.  It is asked for what an instruction names; what that means
// for a register is known of the few instructions that compilers write registers with.
#if defined(__x86_64__)

#include <algorithm>
#include <cstring>
#include <span>

#include "runtime/root.hpp"
#include "snapshot/liveness/disassembler.hpp"
#include "snapshot/liveness/instruction.hpp"

namespace heddle::native {
namespace {

// By the number of the debug format; 0 when it is none of those that count.
RegisterSet whole(unsigned name) {
  switch (name) {
    case X86_REG_RBX:
    case X86_REG_EBX:
    case X86_REG_BX:
    case X86_REG_BL:
    case X86_REG_BH:
      return RegisterSet{1} << 3;
    case X86_REG_R12:
    case X86_REG_R12D:
    case X86_REG_R12W:
    case X86_REG_R12B:
      return RegisterSet{1} << 12;
    case X86_REG_R13:
    case X86_REG_R13D:
    case X86_REG_R13W:
    case X86_REG_R13B:
      return RegisterSet{1} << 13;
    case X86_REG_R14:
    case X86_REG_R14D:
    case X86_REG_R14W:
    case X86_REG_R14B:
      return RegisterSet{1} << 14;
    case X86_REG_R15:
    case X86_REG_R15D:
    case X86_REG_R15W:
    case X86_REG_R15B:
      return RegisterSet{1} << 15;
    default:
      return 0;
  }
}

RegisterSet named(const cs_x86_op& operand) {
  switch (operand.type) {
    case X86_OP_REG:
      return whole(operand.reg);
    case X86_OP_MEM:
      return whole(operand.mem.base) | whole(operand.mem.index);
    default:
      return 0;
  }
}

// Whether the first operand is written, wholly, and not read.
bool only_writes_first(const cs_insn& instruction, std::span<const cs_x86_op> operands) {
  if (operands.empty() || operands[0].type != X86_OP_REG || operands[0].size < 4) return false;
  switch (instruction.id) {
    case X86_INS_MOV:
    case X86_INS_MOVABS:
    case X86_INS_MOVZX:
    case X86_INS_MOVSX:
    case X86_INS_MOVSXD:
    case X86_INS_LEA:
    case X86_INS_POP:
      return true;
    default:
      return false;
  }
}

// xor ebx, ebx and its kin: zero, whatever it was.
bool makes_zero(const cs_insn& instruction, std::span<const cs_x86_op> operands) {
  return (instruction.id == X86_INS_XOR || instruction.id == X86_INS_SUB) && operands.size() == 2 &&
         operands[0].type == X86_OP_REG && operands[1].type == X86_OP_REG &&
         operands[0].reg == operands[1].reg && operands[0].size >= 4;
}

bool is_lowest_byte(unsigned name) {
  switch (name) {
    case X86_REG_BL:
    case X86_REG_R12B:
    case X86_REG_R13B:
    case X86_REG_R14B:
    case X86_REG_R15B:
      return true;
    default:
      return false;
  }
}

// Whether the first operand is the lowest byte of a register, and is written without being read.
bool only_writes_byte(const cs_insn& instruction, std::span<const cs_x86_op> operands) {
  if (operands.empty() || operands[0].type != X86_OP_REG) return false;
  if (!is_lowest_byte(operands[0].reg)) return false;
  if (instruction.id == X86_INS_MOV) return true;
  return operands.size() == 1 && std::strncmp(instruction.mnemonic, "set", 3) == 0;
}

// The registers that the instruction may change beyond their lowest byte.
RegisterSet changed(const cs_insn& instruction, std::span<const cs_x86_op> operands) {
  RegisterSet changed = 0;
  const bool only_reads = instruction.id == X86_INS_CMP || instruction.id == X86_INS_TEST ||
                          instruction.id == X86_INS_PUSH;
  const bool is_copy = only_writes_first(instruction, operands) || instruction.id == X86_INS_MOV;
  for (std::size_t i = 0; i < operands.size() && !only_reads; ++i) {
    const bool is_register = operands[i].type == X86_OP_REG;
    if (!is_register || is_lowest_byte(operands[i].reg) || (i > 0 && is_copy)) continue;
    changed |= whole(operands[i].reg);
  }
  const cs_detail& detail = *instruction.detail;
  for (std::size_t i = 0; i < detail.regs_write_count; ++i) {
    changed |= whole(detail.regs_write[i]);
  }
  return changed;
}

Instruction effects(const cs_insn& instruction, std::span<const cs_x86_op> operands) {
  Instruction effects;
  effects.changes = changed(instruction, operands);
  if (makes_zero(instruction, operands)) {
    effects.writes = named(operands[0]);
    return effects;
  }
  const bool writes = only_writes_first(instruction, operands);
  if (writes) effects.writes = named(operands[0]);
  for (const cs_x86_op& operand : operands.subspan(writes ? 1 : 0)) effects.reads |= named(operand);
  const cs_detail& detail = *instruction.detail;
  for (std::size_t i = 0; i < detail.regs_read_count; ++i) {
    effects.reads |= whole(detail.regs_read[i]);
  }
  if (only_writes_byte(instruction, operands)) {
    effects.writes_byte = named(operands[0]);
    for (const cs_x86_op& operand : operands.subspan(1)) effects.writes_byte &= ~named(operand);
  }
  return effects;
}

}  // namespace

struct InstructionReader {
  Disassembler disassembler;
};

std::optional<Instruction> instruction_at(std::uintptr_t address, std::uintptr_t end) {
  Disassembler& disassembler = allocated_part(runtime().instruction_reader).disassembler;
  const std::size_t bytes = std::min<std::size_t>(kLongestInstruction, end - address);
  const cs_insn* const instruction = disassembler.at(address, bytes);
  if (instruction == nullptr) return std::nullopt;
  const cs_detail& detail = *instruction->detail;
  const std::span<const cs_x86_op> operands(detail.x86.operands, detail.x86.op_count);
  Instruction found = effects(*instruction, operands);
  found.next = address + instruction->size;
  found.reads &= kKeptRegisters;
  found.writes &= kKeptRegisters & ~found.reads;
  found.changes &= kKeptRegisters;
  const bool goes_to_fixed_place = operands.size() == 1 && operands[0].type == X86_OP_IMM;
  if (goes_to_fixed_place) found.target = static_cast<std::uintptr_t>(operands[0].imm);
  if (is_in(detail, CS_GRP_CALL)) {
    found.is_call = true;
    return found;
  }
  if (is_in(detail, CS_GRP_JUMP)) {
    if (!goes_to_fixed_place) return std::nullopt;
    found.goes_on = instruction->id != X86_INS_JMP;
    return found;
  }
  found.target = 0;
  if (is_in(detail, CS_GRP_RET)) {
    found.returns = true;
    found.goes_on = false;
    return found;
  }
  // Traps, and what ends in the system.
  const bool stops = is_in(detail, CS_GRP_INT) || is_in(detail, CS_GRP_IRET) ||
                     instruction->id == X86_INS_HLT || instruction->id == X86_INS_UD2;
  if (stops && instruction->id != X86_INS_SYSCALL) return std::nullopt;
  return found;
}

// jmp *offset(%rip).  Before it there may be an endbr64 and a prefix.
std::uintptr_t through_stub(std::uintptr_t address) {
  const auto* code = reinterpret_cast<const std::uint8_t*>(address);
  constexpr std::uint8_t kLanding[] = {0xf3, 0x0f, 0x1e, 0xfa};
  if (std::memcmp(code, kLanding, sizeof kLanding) == 0) code += sizeof kLanding;
  if (*code == 0xf2) ++code;
  if (code[0] != 0xff || code[1] != 0x25) return address;
  std::int32_t offset = 0;
  std::memcpy(&offset, code + 2, sizeof offset);
  std::uintptr_t target = 0;
  std::memcpy(&target, code + 6 + offset, sizeof target);
  return target;
}

}  // namespace heddle::native

#endif
