// The stack frames of the caller of heddle::explore, with the locals that the callable refers to.
// They lie on the runtime's stack, which is not rolled back with the program's memory.  So each
// execution begins by restoring them.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/memory_regions.hpp"
#include "runtime/scheduler.hpp"

namespace heddle::worker {

class CallerFrames {
 public:
  // Copies the frames; `lowest` is the lowest address of the caller's part of the current stack.
  // REQUIRES: no data of the runtime lies above `lowest`.
  CallerFrames(std::byte* lowest, native::Body body);

  // Returns a body that restores the frames, then runs the original one.  It refers to this object.
  native::Body body() { return {run, this}; }

  // Returns the memory of the frames: it belongs to the state of the program under test.
  native::MemoryRegion region() const {
    const auto begin = reinterpret_cast<std::uintptr_t>(begin_);
    return {begin, begin + bytes_.size()};
  }

 private:
  static void run(void* self);

  native::Body body_;
  std::byte* begin_;
  std::vector<std::byte> bytes_;
};

}  // namespace heddle::worker
