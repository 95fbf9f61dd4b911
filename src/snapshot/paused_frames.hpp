// Separates program frames from runtime frames on the stack of a paused thread.  The innermost
// frames are the runtime's: the interposed function that the program called, and its callees down
// to the scheduling point.  Their contents follow from the announced operation, except for
// callee-saved registers of the program and garbage in slots that were never written.  So the
// program's frames and those registers identify a state, and runtime frames are only saved.
// Registers that hold a dead value do not count, see liveness/live_registers.hpp.  Slots of the
// program's frames that hold one are cleared, see dead_slots.hpp.
//
// A thread that was interrupted in a step that does not end never goes on, so its registers do not
// count.
//
// The code locations of the frames determine where the registers are saved.  The unwinder finds
// that once for each location.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/world.hpp"

namespace heddle::native {

// Sets `frames` and `registers` of a thread that was just paused, and clears its dead slots.
// REQUIRES: called by the engine; stacks are kept clean.
void note_frames(Thread& thread);

// Returns where the program's frames begin.  If note_frames was not called, the whole stack counts
// as the program's.  REQUIRES: the thread is paused.
inline std::uintptr_t program_frames(const Thread& thread) {
  return thread.frames != 0 ? thread.frames : reinterpret_cast<std::uintptr_t>(thread.context);
}

// The live part of a paused thread's stack: where the program's frames begin, and the saved
// registers that the program will read again.
struct LiveFrames {
  std::uintptr_t begin = 0;
  std::vector<std::uint64_t> registers;
};
// Finds the live part of the stack, and clears dead slots in it.  REQUIRES: called by the engine;
// the thread is paused, and stacks are kept clean.
LiveFrames live_frames(const Thread& thread);

// Returns a sum over the program's frames and those registers, after clearing dead slots.  A write
// to the stack by another thread changes it by an amount that is independent of the other contents.
// REQUIRES: called by the engine; the thread is paused.
std::uint64_t sum_of_frames(const Thread& thread);

}  // namespace heddle::native
