#include "snapshot/liveness/protection_fault.hpp"

#if defined(__x86_64__)

#include <capstone/capstone.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "core/check.hpp"
#include "runtime/root.hpp"
#include "snapshot/liveness/disassembler.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kLongest = 15;
constexpr std::size_t kPage = 4096;

}  // namespace

struct FaultDecoder {
  csh handle = 0;
  cs_insn* instruction = nullptr;
};

namespace {

const FaultDecoder& decoder() {
  FaultDecoder& decoder = allocated_part(runtime().fault_decoder);
  if (decoder.instruction != nullptr) return decoder;
  HEDDLE_CHECK(cs_open(CS_ARCH_X86, CS_MODE_64, &decoder.handle) == CS_ERR_OK, "no disassembler");
  cs_option(decoder.handle, CS_OPT_DETAIL, CS_OPT_ON);
  decoder.instruction = cs_malloc(decoder.handle);
  return decoder;
}

std::uint64_t value_of(x86_reg name, const ucontext_t& context, std::uint64_t next) {
  const auto& registers = context.uc_mcontext.gregs;
  const auto general = [&](int number) { return static_cast<std::uint64_t>(registers[number]); };
  switch (name) {
    case X86_REG_RAX:
      return general(REG_RAX);
    case X86_REG_RBX:
      return general(REG_RBX);
    case X86_REG_RCX:
      return general(REG_RCX);
    case X86_REG_RDX:
      return general(REG_RDX);
    case X86_REG_RSI:
      return general(REG_RSI);
    case X86_REG_RDI:
      return general(REG_RDI);
    case X86_REG_RBP:
      return general(REG_RBP);
    case X86_REG_RSP:
      return general(REG_RSP);
    case X86_REG_R8:
      return general(REG_R8);
    case X86_REG_R9:
      return general(REG_R9);
    case X86_REG_R10:
      return general(REG_R10);
    case X86_REG_R11:
      return general(REG_R11);
    case X86_REG_R12:
      return general(REG_R12);
    case X86_REG_R13:
      return general(REG_R13);
    case X86_REG_R14:
      return general(REG_R14);
    case X86_REG_R15:
      return general(REG_R15);
    case X86_REG_RIP:
      return next;
    default:
      return 0;
  }
}

// Bits 47 to 63 of an address are the same; with five levels of page tables, bits 56 to 63.
bool is_canonical(std::uint64_t address) {
  const std::uint64_t high = address >> 47;
  return high == 0 || high == 0x1ffff;
}

bool has_memory(const cs_detail& detail) {
  const std::span operands(detail.x86.operands, detail.x86.op_count);
  return std::any_of(operands.begin(), operands.end(),
                     [](const cs_x86_op& operand) { return operand.type == X86_OP_MEM; });
}

}  // namespace

void prepare_protection_faults() { decoder(); }

ProtectionFault protection_fault(const ucontext_t& context) {
  const auto place = static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_RIP]);
  // The next page may not be mapped.
  std::size_t bytes = std::min<std::size_t>(kLongest, kPage - place % kPage);
  const auto* code = reinterpret_cast<const std::uint8_t*>(place);
  std::uint64_t next = place;
  const FaultDecoder& decoder = native::decoder();
  if (!cs_disasm_iter(decoder.handle, &code, &bytes, &next, decoder.instruction)) return {};
  const cs_detail& detail = *decoder.instruction->detail;
  if (is_in(detail, CS_GRP_PRIVILEGE)) return {ProtectionFault::Cause::privileged, 0};
  for (const cs_x86_op& operand : std::span(detail.x86.operands, detail.x86.op_count)) {
    std::uint64_t address = 0;
    if (operand.type == X86_OP_MEM && operand.mem.segment == X86_REG_INVALID) {
      address = value_of(operand.mem.base, context, next) +
                value_of(operand.mem.index, context, next) *
                    static_cast<std::uint64_t>(operand.mem.scale) +
                static_cast<std::uint64_t>(operand.mem.disp);
      if (is_canonical(address)) return {ProtectionFault::Cause::misaligned, address};
    } else if (operand.type == X86_OP_REG && operand.size == sizeof address) {
      address = value_of(operand.reg, context, next);  // that of a call or a jump
      if (is_canonical(address)) continue;
    } else {
      continue;
    }
    return {ProtectionFault::Cause::wild_address, address};
  }
  // Capstone does not know all of them.  Without an operand that explains the fault, an instruction
  // that goes nowhere and reaches for no memory can only be one.
  const bool goes_or_reaches = is_in(detail, CS_GRP_CALL) || is_in(detail, CS_GRP_JUMP) ||
                               is_in(detail, CS_GRP_RET) || has_memory(detail);
  return {
      goes_or_reaches ? ProtectionFault::Cause::wild_address : ProtectionFault::Cause::privileged,
      0};
}

}  // namespace heddle::native

#else

namespace heddle::native {

void prepare_protection_faults() {}
ProtectionFault protection_fault(const ucontext_t&) { return {}; }

}  // namespace heddle::native

#endif
