// Capstone for x86-64, one instruction at a time.
#pragma once

#include <capstone/capstone.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/check.hpp"

namespace heddle::native {

inline constexpr std::size_t kLongestInstruction = 15;  // bytes

class Disassembler {
 public:
  Disassembler() {
    HEDDLE_CHECK(cs_open(CS_ARCH_X86, CS_MODE_64, &handle_) == CS_ERR_OK, "no disassembler");
    cs_option(handle_, CS_OPT_DETAIL, CS_OPT_ON);
    instruction_ = cs_malloc(handle_);
  }

  // Null when the bytes are no instruction.  Valid until the next call.
  const cs_insn* at(std::uintptr_t address, std::size_t bytes) {
    const auto* code = reinterpret_cast<const std::uint8_t*>(address);
    std::uint64_t place = address;
    return cs_disasm_iter(handle_, &code, &bytes, &place, instruction_) ? instruction_ : nullptr;
  }

 private:
  csh handle_ = 0;
  cs_insn* instruction_ = nullptr;
};

inline bool is_in(const cs_detail& detail, cs_group_type group) {
  const auto* const end = detail.groups + detail.groups_count;
  return std::find(detail.groups, end, group) != end;
}

}  // namespace heddle::native
