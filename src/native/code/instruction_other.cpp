// Where instructions are not understood: everything that a function could need counts.
#if !defined(__aarch64__)

#include "native/code/instruction.hpp"

namespace heddle::native {

std::optional<Instruction> instruction_at(std::uintptr_t) { return std::nullopt; }

std::uintptr_t through_stub(std::uintptr_t address) { return address; }

}  // namespace heddle::native

#endif
