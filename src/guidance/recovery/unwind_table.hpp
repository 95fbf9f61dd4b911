// The unwind tables of a program: where functions lie and where their exceptions land.
#pragma once

#include <cstdint>
#include <vector>

#include "guidance/recovery/elf_image.hpp"

namespace heddle::guidance {

// Calls in [begin, end) whose exceptions continue at `pad`.
struct LandingPad {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t pad = 0;
};

struct UnwindTable {
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  std::vector<Range> functions;  // sorted; parts of functions count as functions
  std::vector<LandingPad> pads;  // sorted by `begin`

  // The landing pad of a call instruction, or 0.
  std::uint64_t pad_of(std::uint64_t call) const;
};

// Reads .eh_frame and .gcc_except_table.  Entries that cannot be read are skipped.
UnwindTable read_unwind_table(const ElfImage& image);

}  // namespace heddle::guidance
