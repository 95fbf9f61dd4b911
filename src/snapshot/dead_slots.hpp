// Clears the stack slots of paused threads that hold dead values.  States that differ only in such
// slots then have equal memory: no comparison needs to know of them.
//
// A slot is dead if its function writes it before reading it, on every path from the call that is
// under way, and no other code can read it; see liveness/frame_flow.hpp.  A slot that keeps a
// register of a caller is dead if the register is, see liveness/live_registers.hpp.  Everything
// uncertain is left as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "snapshot/liveness/instruction.hpp"
#include "snapshot/paused_stack.hpp"

namespace heddle::native {

// The frame of a function while a call that it made is under way.  Offsets count from its stack
// pointer.
struct FrameShape {
  struct Range {
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;
  };
  std::uint32_t size = 0;         // 0: not known, nor are the frames of its callers
  std::uint32_t return_slot = 0;  // where its return address is
  std::vector<Range> dead;
  // The preserved registers of the function, as for LiveRegisters; and those of its caller that it
  // keeps in its frame.
  RegisterSet live = kKeptRegisters;
  RegisterSet passed = 0;
  RegisterSet kept = 0;
  struct KeptSlot {
    std::uint32_t number = 0;  // of the debug format
    std::uint32_t offset = 0;
  };
  std::vector<KeptSlot> kept_slots;
  // Its caller is mostly the one of the last time.
  mutable std::uintptr_t last_return = 0;
  mutable const FrameShape* last_caller = nullptr;
};

// Returns the shape of the frame with this number, which stays valid.  REQUIRES: called by the
// engine.
const FrameShape& frame_shape(const PausedStack& stack, std::size_t number);

// Clears the dead slots of a paused thread, from the frame that begins at `frame` and has this
// shape on.  Returns the dead registers of that frame's function.  REQUIRES: called by the engine;
// the thread is paused.
RegisterSet clear_dead_slots(ThreadId thread, std::uintptr_t frame, const FrameShape& shape);

}  // namespace heddle::native
