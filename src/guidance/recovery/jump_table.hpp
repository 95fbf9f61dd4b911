// Recognises the indirect jump of a switch and reads its table.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "guidance/recovery/decoder.hpp"

namespace heddle::guidance {

struct JumpTable {
  bool found = false;
  bool likely = false;                      // not found, but the code loads from some table
  std::vector<std::uint64_t> targets = {};  // sorted, without duplicates
};

// Looks at the instructions before `jump` for the load from a table, the table's address and the
// bound check.  `constants` holds the address that each instruction computes; `is_target` accepts
// the addresses of instructions of the function.
JumpTable find_jump_table(const ElfImage& image, std::span<const Instruction> code,
                          std::size_t jump, std::span<const std::uint64_t> constants,
                          const std::function<bool(std::uint64_t)>& is_target);

}  // namespace heddle::guidance
