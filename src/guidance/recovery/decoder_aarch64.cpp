#include "guidance/recovery/capstone_session.hpp"

namespace heddle::guidance {
namespace {

constexpr Register kAarch64Stack = 31;

Register number(unsigned name) {
  if (name >= ARM64_REG_X0 && name <= ARM64_REG_X28) {
    return static_cast<Register>(name - ARM64_REG_X0);
  }
  if (name >= ARM64_REG_W0 && name <= ARM64_REG_W30) {
    return static_cast<Register>(name - ARM64_REG_W0);
  }
  switch (name) {
    case ARM64_REG_X29:
      return 29;
    case ARM64_REG_X30:
      return 30;
    case ARM64_REG_SP:
    case ARM64_REG_WSP:
      return kAarch64Stack;
    default:
      return kNoRegister;
  }
}

bool is_x(unsigned name) {
  return (name >= ARM64_REG_X0 && name <= ARM64_REG_X28) || name == ARM64_REG_X29 ||
         name == ARM64_REG_X30;
}

MemoryOperand memory(const arm64_op_mem& operand) {
  return {number(operand.base), number(operand.index), operand.disp};
}

std::int64_t shifted(const cs_arm64_op& operand) {
  return operand.shift.type == ARM64_SFT_LSL ? operand.imm << operand.shift.value : operand.imm;
}

// Width in bytes of a load or store instruction; 0 for others.
std::uint8_t access_width(unsigned id, const cs_arm64_op& first) {
  switch (id) {
    case ARM64_INS_LDRB:
    case ARM64_INS_LDRSB:
    case ARM64_INS_LDURB:
    case ARM64_INS_STRB:
    case ARM64_INS_STURB:
      return 1;
    case ARM64_INS_LDRH:
    case ARM64_INS_LDRSH:
    case ARM64_INS_LDURH:
    case ARM64_INS_STRH:
    case ARM64_INS_STURH:
      return 2;
    case ARM64_INS_LDRSW:
    case ARM64_INS_LDURSW:
      return 4;
    case ARM64_INS_LDR:
    case ARM64_INS_LDUR:
    case ARM64_INS_LDP:
    case ARM64_INS_STR:
    case ARM64_INS_STUR:
    case ARM64_INS_STP:
      return is_x(first.reg) ? 8 : 4;
    default:
      return 0;
  }
}

bool is_store(unsigned id) {
  switch (id) {
    case ARM64_INS_STRB:
    case ARM64_INS_STURB:
    case ARM64_INS_STRH:
    case ARM64_INS_STURH:
    case ARM64_INS_STR:
    case ARM64_INS_STUR:
    case ARM64_INS_STP:
      return true;
    default:
      return false;
  }
}

class Aarch64Decoder final : public Decoder {
 public:
  Convention convention() const override {
    return {.stack = kAarch64Stack, .argument = 0, .kept = 0xfff80000U};  // x19 to x30, sp
  }

  void decode(const ElfImage& image, std::uint64_t begin, std::uint64_t end,
              std::vector<Instruction>& into) override {
    session_.decode(image, begin, end, 4, into,
                    [this](const cs_insn& from, Instruction& made) { reduce(from, made); });
  }

 private:
  void reduce(const cs_insn& from, Instruction& made) const {
    const cs_arm64& detail = from.detail->arm64;
    switch (from.id) {
      case ARM64_INS_B:
        made.flow =
            detail.cc == ARM64_CC_INVALID || detail.cc == ARM64_CC_AL ? Flow::jump : Flow::branch;
        break;
      case ARM64_INS_CBZ:
      case ARM64_INS_CBNZ:
      case ARM64_INS_TBZ:
      case ARM64_INS_TBNZ:
        made.flow = Flow::branch;
        break;
      case ARM64_INS_BR:
        made.flow = Flow::jump;
        break;
      case ARM64_INS_BL:
      case ARM64_INS_BLR:
        made.flow = Flow::call;
        break;
      case ARM64_INS_RET:
        made.flow = Flow::ret;
        return;
      case ARM64_INS_BRK:
      case ARM64_INS_HLT:
        made.flow = Flow::stop;
        return;
      default:
        if (!reduce_data(from, detail, made)) overwrite(from, made);
        return;
    }
    if (detail.op_count == 0) return;
    const cs_arm64_op& target = detail.operands[detail.op_count - 1];
    if (target.type == ARM64_OP_IMM) made.target = static_cast<std::uint64_t>(target.imm);
    if (target.type == ARM64_OP_REG) made.target_register = number(target.reg);
  }

  // Whether all effects of the instruction were found.
  static bool reduce_data(const cs_insn& from, const cs_arm64& detail, Instruction& made) {
    const cs_arm64_op& first = detail.operands[0];
    const cs_arm64_op& second = detail.operands[1];
    switch (from.id) {
      case ARM64_INS_ADRP:
      case ARM64_INS_ADR:
      case ARM64_INS_MOVZ:
        made.add(
            {.kind = Effect::Kind::set, .target = number(first.reg), .immediate = shifted(second)});
        return number(first.reg) != kNoRegister;
      case ARM64_INS_MOV:
        return reduce_mov(first, second, made);
      case ARM64_INS_ADD:
      case ARM64_INS_SUB: {
        const cs_arm64_op& third = detail.operands[2];
        if (detail.op_count != 3 || third.type != ARM64_OP_IMM) return false;
        if (number(first.reg) == kNoRegister || number(second.reg) == kNoRegister) return false;
        const std::int64_t amount = shifted(third);
        made.add({.kind = Effect::Kind::move,
                  .target = number(first.reg),
                  .source = number(second.reg),
                  .immediate = from.id == ARM64_INS_ADD ? amount : -amount});
        return true;
      }
      case ARM64_INS_CMP:
        if (second.type != ARM64_OP_IMM) return true;
        made.compares = true;
        made.compared = shifted(second);
        return true;
      default:
        return reduce_access(from, detail, made);
    }
  }

  static bool reduce_mov(const cs_arm64_op& first, const cs_arm64_op& second, Instruction& made) {
    if (first.type != ARM64_OP_REG || number(first.reg) == kNoRegister) return false;
    Effect effect{.target = number(first.reg)};
    if (second.type == ARM64_OP_IMM) {
      effect.kind = Effect::Kind::set;
      effect.immediate = shifted(second);
    } else if (second.type == ARM64_OP_REG && number(second.reg) != kNoRegister) {
      effect.kind = Effect::Kind::move;
      effect.source = number(second.reg);
    }
    made.add(effect);
    return true;
  }

  static bool reduce_access(const cs_insn& from, const cs_arm64& detail, Instruction& made) {
    const std::uint8_t width = access_width(from.id, detail.operands[0]);
    if (width == 0) return false;
    std::uint8_t at = 0;
    while (at < detail.op_count && detail.operands[at].type != ARM64_OP_MEM) ++at;
    if (at == detail.op_count || at == 0) return false;
    MemoryOperand place = memory(detail.operands[at].mem);
    const bool post_indexed = detail.writeback && at + 1 < detail.op_count;
    if (detail.writeback && !post_indexed) {  // pre-indexed: the base moves first
      made.add({.kind = Effect::Kind::move,
                .target = place.base,
                .source = place.base,
                .immediate = place.offset});
      place.offset = 0;
    }
    for (std::uint8_t i = 0; i < at; ++i) {
      Effect effect{.kind = is_store(from.id) ? Effect::Kind::store : Effect::Kind::load,
                    .width = width,
                    .memory = place};
      effect.is_signed =
          from.id == ARM64_INS_LDRSW || from.id == ARM64_INS_LDRSB || from.id == ARM64_INS_LDRSH;
      const Register moved = number(detail.operands[i].reg);
      (is_store(from.id) ? effect.source : effect.target) = moved;
      if (is_store(from.id) || moved != kNoRegister) made.add(effect);
      place.offset += width;
    }
    if (post_indexed && detail.operands[at + 1].type == ARM64_OP_IMM) {
      made.add({.kind = Effect::Kind::move,
                .target = place.base,
                .source = place.base,
                .immediate = detail.operands[at + 1].imm});
    }
    return true;
  }

  void overwrite(const cs_insn& from, Instruction& made) const {
    cs_regs read;
    cs_regs written;
    std::uint8_t reads = 0;
    std::uint8_t writes = 0;
    if (cs_regs_access(session_.handle(), &from, read, &reads, written, &writes) != CS_ERR_OK) {
      return;
    }
    for (std::uint8_t i = 0; i < writes; ++i) {
      if (number(written[i]) != kNoRegister) made.add({.target = number(written[i])});
    }
  }

  CapstoneSession session_{CS_ARCH_ARM64, CS_MODE_LITTLE_ENDIAN};
};

}  // namespace

std::unique_ptr<Decoder> make_aarch64_decoder() { return std::make_unique<Aarch64Decoder>(); }

}  // namespace heddle::guidance
