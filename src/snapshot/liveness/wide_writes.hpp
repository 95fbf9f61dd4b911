// The registers of which a function may have changed more than the lowest byte.  All other bytes of
// a preserved register are still its caller's: no code of the function depends on them.  So if only
// the lowest byte was ever written, the next write of that byte overwrites all that matters, though
// the function copies the whole register (`setne %bl`, later `mov %ebx, %eax`).
//
// Compilers without optimisation keep results of comparisons in this way.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "snapshot/liveness/function_part.hpp"
#include "snapshot/liveness/instruction.hpp"

namespace heddle::native {

class WideWrites {
 public:
  // Follows the code of a function from its entry.  Nothing when it cannot be followed.
  // REQUIRES: called by the engine.
  static std::optional<WideWrites> of(const FunctionPart& function);

  // Returns the registers that may have been changed before the instruction.
  RegisterSet before(std::uintptr_t address) const;

 private:
  bool follow(std::uintptr_t address);
  void enter(std::uintptr_t address, RegisterSet changed);

  std::unordered_map<std::uintptr_t, RegisterSet> before_;
  std::vector<std::uintptr_t> pending_;
  std::optional<FunctionPart> part_;
};

}  // namespace heddle::native
