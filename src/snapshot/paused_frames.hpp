// What of a paused thread's stack is the program's.  The innermost frames are ours: the function
// that stands in for the one that the program called, and what it calls until the thread is paused.
// What is in them follows from the operation that was announced, but for the registers that the
// program left in our care, and for rubbish in slots that nobody wrote.  So a state is told by the
// program's own frames and by those registers, and our frames are only kept.  Registers that hold a
// dead value do not count, see liveness/live_registers.hpp.
//
// Where the registers are follows from the places in the code that the frames belong to: it is
// found out once for each place, by the unwinder.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/world.hpp"

namespace heddle::native {

// Fills in `frames` and `registers` of a thread that was just paused.  REQUIRES: called by the
// engine; stacks are kept clean.
void note_frames(Thread& thread);

// Where the program's frames begin; if that was not asked for, everything counts as the program's.
// REQUIRES: the thread is paused.
inline std::uintptr_t program_frames(const Thread& thread) {
  return thread.frames != 0 ? thread.frames : reinterpret_cast<std::uintptr_t>(thread.context);
}

// What is alive of a paused thread's stack: where the program's frames begin, and the registers
// that it left in our care and will read again.
struct LiveFrames {
  std::uintptr_t begin = 0;
  std::vector<std::uint64_t> registers;
};
// REQUIRES: called by the engine; the thread is paused, and stacks are kept clean.
LiveFrames live_frames(const Thread& thread);

// A sum over the program's own frames and those registers.  What somebody else writes on the stack
// changes it by the same amount, whatever else is there.  REQUIRES: called by the engine; the
// thread is paused.
std::uint64_t sum_of_frames(const Thread& thread);

}  // namespace heddle::native
