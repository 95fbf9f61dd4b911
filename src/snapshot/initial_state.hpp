// The initial state of every execution, and its restore: globals, heap, thread_local variables,
// the World.  The cost follows what executions have written, not what the program owns.
#pragma once

#include <array>
#include <memory>

#include "runtime/world.hpp"

namespace heddle::native {

class InitialState {
 public:
  // Takes the present state.  REQUIRES: called once, on the engine's stack, after
  // Scheduler::prepare.
  void capture();
  void restore() const;

 private:
  WorldHead head_;
  Arena main_arena_;
  std::array<PthreadKey, kMaxKeys> keys_{};
};

}  // namespace heddle::native
