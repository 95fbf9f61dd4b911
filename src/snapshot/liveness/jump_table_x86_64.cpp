// sub eN, last; ja default; mov rI, [slot]; lea rT, [table]; movsxd rI, [rT + rI * 4];
// add rI, rT; jmp rI.
#if defined(__x86_64__)

#include <algorithm>

#include "runtime/root.hpp"
#include "snapshot/liveness/disassembler.hpp"
#include "snapshot/liveness/jump_table.hpp"

namespace heddle::native {
namespace {

// Reads the instructions of a trail from its end.
class DecodedTrail {
 public:
  explicit DecodedTrail(std::span<const std::uintptr_t> addresses) : left_(addresses) {}

  // Steps back by one instruction if it is this one with so many operands.
  bool back(unsigned instruction, std::size_t operands) {
    if (left_.empty()) return false;
    now_ = disassembler_.at(left_.back(), kLongestInstruction);
    if (now_ == nullptr || now_->id != instruction || now_->detail->x86.op_count != operands) {
      return false;
    }
    left_ = left_.first(left_.size() - 1);
    return true;
  }

  const cs_x86_op& operand(std::size_t number) const { return now_->detail->x86.operands[number]; }
  bool names(std::size_t number, unsigned reg) const {
    return operand(number).type == X86_OP_REG && operand(number).reg == reg;
  }
  std::uintptr_t next() const { return now_->address + now_->size; }

 private:
  Disassembler disassembler_;
  std::span<const std::uintptr_t> left_;
  const cs_insn* now_ = nullptr;
};

}  // namespace

std::optional<std::vector<std::uintptr_t>> jump_targets(std::span<const std::uintptr_t> trail,
                                                        const FunctionPart& part) {
  DecodedTrail code(trail);
  if (!code.back(X86_INS_JMP, 1) || code.operand(0).type != X86_OP_REG) return std::nullopt;
  const unsigned index = code.operand(0).reg;
  if (!code.back(X86_INS_ADD, 2) || !code.names(0, index)) return std::nullopt;
  const unsigned table = code.operand(1).reg;
  if (!code.names(1, table) || table == index) return std::nullopt;
  if (!code.back(X86_INS_MOVSXD, 2) || !code.names(0, index)) return std::nullopt;
  const cs_x86_op& entry = code.operand(1);
  if (entry.type != X86_OP_MEM || entry.mem.base != table || entry.mem.index != index ||
      entry.mem.scale != 4 || entry.mem.disp != 0) {
    return std::nullopt;
  }
  if (!code.back(X86_INS_LEA, 2) || !code.names(0, table)) return std::nullopt;
  const cs_x86_op& place = code.operand(1);
  if (place.mem.base != X86_REG_RIP || place.mem.index != X86_REG_INVALID) return std::nullopt;
  const std::uintptr_t at = code.next() + static_cast<std::uintptr_t>(place.mem.disp);
  // The index is reloaded, from the slot that it was stored to before it was compared.
  if (!code.back(X86_INS_MOV, 2) || !code.names(0, index)) return std::nullopt;
  if (code.operand(1).type != X86_OP_MEM) return std::nullopt;
  if (!code.back(X86_INS_JA, 1)) return std::nullopt;
  if (!code.back(X86_INS_SUB, 2) || code.operand(1).type != X86_OP_IMM) return std::nullopt;
  if (code.operand(1).imm < 0) return std::nullopt;
  return table_targets(at, at, static_cast<std::uint64_t>(code.operand(1).imm) + 1, part);
}

}  // namespace heddle::native

#endif
