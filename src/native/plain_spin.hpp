// Threads that wait for a plain variable to change: `while (!flag) {}`.  Where plain accesses are
// no scheduling points, or where nobody is known to share the flag yet, such a thread would never
// let another one move.  A thread that reads the same cell over and over, and writes nothing, is
// paused there.  Not rolled back: it only counts what happened since the thread was last paused.
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "core/operation.hpp"

namespace heddle::native {

class PlainSpin {
 public:
  // Notes an access; whether it is one too many.  `step` is the number of the step in progress.
  bool waits(ThreadId thread, std::uint64_t step, std::uintptr_t address, OpKind kind) {
    if (kind == OpKind::write || thread != thread_ || step != step_) {
      forget();
      thread_ = thread;
      step_ = step;
    }
    if (kind == OpKind::write) return false;
    if (address == cell_) {
      if (++looks_ < kMostLooks) return false;
      forget();
      return true;
    }
    // A loop may look at several cells: stay with the first, but not for ever.
    if (cell_ == 0 || ++others_ >= kMostOthers) {
      cell_ = address;
      looks_ = 0;
      others_ = 0;
    }
    return false;
  }

 private:
  void forget() {
    thread_ = kNoThread;
    cell_ = 0;
    looks_ = 0;
    others_ = 0;
  }

  // A loop that looks so often and changes nothing waits for somebody else.
  static constexpr std::uint32_t kMostLooks = 1'000;
  static constexpr std::uint32_t kMostOthers = 64'000;

  ThreadId thread_ = kNoThread;
  std::uint64_t step_ = 0;
  std::uintptr_t cell_ = 0;
  std::uint32_t looks_ = 0;
  std::uint32_t others_ = 0;
};

inline PlainSpin& plain_spin() {
  static constinit PlainSpin spin;
  return spin;
}

}  // namespace heddle::native
