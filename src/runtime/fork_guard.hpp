// Processes that the program starts by a system call that no library sees.  A copy of this process
// would go on with the search as if it were the one, start further copies, and write where the
// first one writes.
#pragma once

#include <cstdint>

namespace heddle::native {

inline constexpr const char* kForkSentence =
    "the program started a process by a direct system call: processes would be started again in "
    "every execution; run this part without Heddle";

// From now on copies know that they are.  Idempotent.  REQUIRES: by the process that explores.
void install_fork_guard();

// In a page that the kernel empties in a copy of the process, once the guard is installed.
inline constexpr std::uint64_t kOriginalProcess = 0x6c616e696769726f;
[[gnu::visibility("hidden")]] extern const std::uint64_t* g_process_mark;

// Whether this process is a copy, made by the program, of the one that explores.  Asked at every
// step.
inline bool is_copy() { return *g_process_mark != kOriginalProcess; }

// Whether the process has children that it did not have when the guard was installed.  A system
// call.
bool has_new_children();

}  // namespace heddle::native
