// Processes that the program starts by a system call that no library sees.  A copy of this process
// would go on with the search as if it were the one, start further copies, and write where the
// first one writes.
#pragma once

#include <cstdint>

#include "runtime/root.hpp"

namespace heddle::native {

inline constexpr const char* kForkSentence =
    "the program started a process by a direct system call: processes would be started again in "
    "every execution; run this part without Heddle";

// From now on copies know that they are.  Idempotent.  REQUIRES: by the process that explores.
void install_fork_guard();

// The mark of the process that explores.
inline constexpr std::uint64_t kOriginalProcess = 0x6c616e696769726f;

// Whether this process is a copy, made by the program, of the one that explores.  Asked at every
// step.
inline bool is_copy() { return *runtime().process_mark != kOriginalProcess; }

// Whether the process has children that it did not have when the guard was installed.  A system
// call.
bool has_new_children();

}  // namespace heddle::native
