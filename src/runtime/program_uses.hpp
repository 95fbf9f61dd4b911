// Which functions the program names.  Some state of the C library matters only in programs that
// name the functions that change it; the others need no scheduling points for it.
#pragma once

#include <cstdint>

namespace heddle::native {

enum class ProgramUse : std::uint8_t {
  stream_locks,  // a thread can be paused while it holds a stream's lock
  key_deletions,
  initialisations,  // of synchronisation objects
  locales,          // of the whole process
  count,
};

// The answer is found at the first call.
bool program_uses(ProgramUse use);

}  // namespace heddle::native
