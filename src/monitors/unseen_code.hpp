// Finds code of the program whose memory accesses are not reported: functions compiled without
// instrumentation, and inline assembly in instrumented functions.
#pragma once

#include <cstdint>
#include <vector>

#include "core/unseen_kind.hpp"
#include "runtime/memory_regions.hpp"

namespace heddle::native {

struct UnseenCode {
  UnseenKind kind = UnseenKind::function;  // function, assembly, framework or source
  std::uintptr_t address = 0;              // of the function, or of the instruction
};

// Returns such code of one loaded file that is instrumented or should be, by address.  Reads the
// file's machine code.  REQUIRES: called by the engine.
std::vector<UnseenCode> unseen_code(const LoadedModule& module);

}  // namespace heddle::native
