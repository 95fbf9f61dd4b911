// The frames of whoever calls heddle::explore, with the locals that the callable refers to.  They
// lie on the engine's stack, which is not rolled back with the program's memory: each execution
// begins by putting them back.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/memory_regions.hpp"
#include "runtime/scheduler.hpp"

namespace heddle::worker {

class CallerFrames {
 public:
  // `lowest` is the lowest address of the caller's part of the current stack.
  // REQUIRES: nothing of the engine's own lies above it.
  CallerFrames(std::byte* lowest, native::Body body);

  // The body, with the frames put back first.  Refers to this object.
  native::Body body() { return {run, this}; }

  // Where the frames are: they belong to the explored program's state.
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
