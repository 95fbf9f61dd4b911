// Finds code of the program whose memory accesses are not reported: functions compiled without
// instrumentation, and inline assembly in instrumented functions.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/memory_regions.hpp"

namespace heddle::native {

struct UnseenCode {
  enum class Kind : std::uint8_t {
    function,   // accesses memory beyond its stack and calls no instrumentation
    assembly,   // an instruction that no compiler writes into an instrumented function
    framework,  // a function of a test framework's own library
  };
  Kind kind = Kind::function;
  std::uintptr_t address = 0;  // of the function, or of the instruction
};

// Returns such code of one loaded file that is instrumented or should be, by address.  Reads the
// file's machine code.  REQUIRES: called by the engine.
std::vector<UnseenCode> unseen_code(const LoadedModule& module);

}  // namespace heddle::native
