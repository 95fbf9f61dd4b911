// Recovers the control-flow graph of a program from its machine code.
#pragma once

#include "core/result.hpp"
#include "guidance/program_graph.hpp"
#include "guidance/recovery/elf_image.hpp"

namespace heddle::guidance {

// Functions come from the symbol table, and from .eh_frame where symbols are missing.  Virtual
// calls may reach the functions in their slot of any virtual table, other indirect calls any
// function whose address is taken.
ProgramGraph recover_graph(const ElfImage& image);

}  // namespace heddle::guidance
