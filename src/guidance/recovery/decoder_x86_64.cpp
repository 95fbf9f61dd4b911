#include <array>

#include "guidance/recovery/capstone_session.hpp"

namespace heddle::guidance {
namespace {

constexpr Register kX86Stack = 4;

// Registers in the order of their encoding: rax is 0, rsp is 4, r15 is 15.
constexpr std::array<std::array<x86_reg, 4>, 16> kRegisterNames = {{
    {X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL},
    {X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL},
    {X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL},
    {X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL},
    {X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL},
    {X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL},
    {X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL},
    {X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL},
    {X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B},
    {X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B},
    {X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B},
    {X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B},
    {X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B},
    {X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B},
    {X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B},
    {X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B},
}};

class X86Decoder final : public Decoder {
 public:
  X86Decoder() {
    numbers_.fill(kNoRegister);
    for (Register number = 0; number < kRegisterNames.size(); ++number) {
      for (const x86_reg name : kRegisterNames[number]) numbers_[name] = number;
    }
  }

  Convention convention() const override {
    // rbx, rsp, rbp, r12 to r15
    return {.stack = kX86Stack, .argument = 7, .kept = 1U << 3 | 1U << 4 | 1U << 5 | 0xf000U};
  }

  void decode(const ElfImage& image, std::uint64_t begin, std::uint64_t end,
              std::vector<Instruction>& into) override {
    session_.decode(image, begin, end, 1, into,
                    [this](const cs_insn& from, Instruction& made) { reduce(from, made); });
  }

 private:
  Register number(unsigned name) const {
    return name < numbers_.size() ? numbers_[name] : kNoRegister;
  }

  MemoryOperand memory(const x86_op_mem& operand, const Instruction& at) const {
    if (operand.base == X86_REG_RIP) {
      return {.offset = static_cast<std::int64_t>(at.end()) + operand.disp};
    }
    // A segment means thread-local storage: no address that is known here.
    if (operand.segment != X86_REG_INVALID)
      return {.base = kX86Stack, .index = kX86Stack, .offset = 0};
    return {number(operand.base), number(operand.index), operand.disp};
  }

  void reduce(const cs_insn& from, Instruction& made) const {
    const cs_x86& detail = from.detail->x86;
    for (std::uint8_t i = 0; i < from.detail->groups_count; ++i) {
      if (from.detail->groups[i] == CS_GRP_JUMP) made.flow = Flow::branch;
    }
    switch (from.id) {
      case X86_INS_JMP:
        made.flow = Flow::jump;
        break;
      case X86_INS_CALL:
        made.flow = Flow::call;
        break;
      case X86_INS_RET:
        made.flow = Flow::ret;
        return;
      case X86_INS_UD2:
      case X86_INS_HLT:
      case X86_INS_INT3:
        made.flow = Flow::stop;
        return;
      default:
        break;
    }
    if (made.flow != Flow::next) {
      if (detail.op_count > 0) reduce_target(detail.operands[0], made);
      return;
    }
    if (!reduce_move(from, detail, made)) overwrite(from, detail, made);
  }

  void reduce_target(const cs_x86_op& operand, Instruction& made) const {
    if (operand.type == X86_OP_IMM) {
      made.target = static_cast<std::uint64_t>(operand.imm);
    } else if (operand.type == X86_OP_REG) {
      made.target_register = number(operand.reg);
    } else if (operand.type == X86_OP_MEM) {
      made.through_memory = true;
      made.target_memory = memory(operand.mem, made);
    }
  }

  // Whether all effects of the instruction were found.
  bool reduce_move(const cs_insn& from, const cs_x86& detail, Instruction& made) const {
    const cs_x86_op& first = detail.operands[0];
    const cs_x86_op& second = detail.operands[1];
    switch (from.id) {
      case X86_INS_MOV:
      case X86_INS_MOVABS:
      case X86_INS_MOVSXD:
        return reduce_mov(from.id == X86_INS_MOVSXD, first, second, made);
      case X86_INS_LEA: {
        const MemoryOperand address = memory(second.mem, made);
        if (address.is_absolute()) {
          made.add({.kind = Effect::Kind::set,
                    .target = number(first.reg),
                    .immediate = address.offset});
          return true;
        }
        if (address.index != kNoRegister || address.base == kNoRegister) return false;
        made.add({.kind = Effect::Kind::move,
                  .target = number(first.reg),
                  .source = address.base,
                  .immediate = address.offset});
        return true;
      }
      case X86_INS_ADD:
      case X86_INS_SUB:
        if (first.type != X86_OP_REG || second.type != X86_OP_IMM) return false;
        made.add({.kind = Effect::Kind::move,
                  .target = number(first.reg),
                  .source = number(first.reg),
                  .immediate = from.id == X86_INS_ADD ? second.imm : -second.imm});
        return true;
      case X86_INS_CMP:
        if (second.type != X86_OP_IMM) return true;
        made.compares = true;
        made.compared = second.imm;
        return true;
      case X86_INS_PUSH:
        made.add({.kind = Effect::Kind::move,
                  .target = kX86Stack,
                  .source = kX86Stack,
                  .immediate = -8});
        made.add({.kind = Effect::Kind::store,
                  .source = first.type == X86_OP_REG ? number(first.reg) : kNoRegister,
                  .memory = {.base = kX86Stack}});
        return true;
      case X86_INS_POP:
        if (first.type == X86_OP_REG) {
          made.add({.kind = Effect::Kind::load,
                    .target = number(first.reg),
                    .memory = {.base = kX86Stack}});
        }
        made.add(
            {.kind = Effect::Kind::move, .target = kX86Stack, .source = kX86Stack, .immediate = 8});
        return true;
      default:
        return false;
    }
  }

  bool reduce_mov(bool is_signed, const cs_x86_op& first, const cs_x86_op& second,
                  Instruction& made) const {
    if (first.type == X86_OP_MEM) {
      Effect effect{.kind = Effect::Kind::store, .memory = memory(first.mem, made)};
      effect.width = first.size;
      if (second.type == X86_OP_REG) effect.source = number(second.reg);
      if (second.type == X86_OP_IMM) effect.immediate = second.imm;
      made.add(effect);
      return true;
    }
    if (first.type != X86_OP_REG || number(first.reg) == kNoRegister) return false;
    Effect effect{.target = number(first.reg)};
    if (second.type == X86_OP_IMM) {
      effect.kind = Effect::Kind::set;
      effect.immediate = second.imm;
    } else if (second.type == X86_OP_MEM) {
      effect.kind = Effect::Kind::load;
      effect.width = second.size;
      effect.is_signed = is_signed;
      effect.memory = memory(second.mem, made);
    } else if (second.type == X86_OP_REG && !is_signed && first.size >= 4) {
      effect.kind = Effect::Kind::move;
      effect.source = number(second.reg);
      if (effect.source == kNoRegister) effect.kind = Effect::Kind::overwrite;
    }
    made.add(effect);
    return true;
  }

  void overwrite(const cs_insn& from, const cs_x86& detail, Instruction& made) const {
    for (std::uint8_t i = 0; i < detail.op_count; ++i) {
      const cs_x86_op& operand = detail.operands[i];
      if (operand.type == X86_OP_REG && (operand.access & CS_AC_WRITE) != 0) {
        const Register target = number(operand.reg);
        if (target != kNoRegister) made.add({.target = target});
      }
      // Immediates of other instructions may still be addresses of functions.
      if (operand.type == X86_OP_MEM && (operand.access & CS_AC_WRITE) != 0) {
        made.add({.kind = Effect::Kind::store,
                  .width = operand.size,
                  .memory = memory(operand.mem, made)});
      }
    }
    for (std::uint8_t i = 0; i < from.detail->regs_write_count; ++i) {
      const Register target = number(from.detail->regs_write[i]);
      if (target != kNoRegister) made.add({.target = target});
    }
  }

  CapstoneSession session_{CS_ARCH_X86, CS_MODE_64};
  std::array<Register, X86_REG_ENDING> numbers_{};
};

}  // namespace

std::unique_ptr<Decoder> make_x86_64_decoder() { return std::make_unique<X86Decoder>(); }

std::unique_ptr<Decoder> make_decoder(Machine machine) {
  return machine == Machine::x86_64 ? make_x86_64_decoder() : make_aarch64_decoder();
}

}  // namespace heddle::guidance
