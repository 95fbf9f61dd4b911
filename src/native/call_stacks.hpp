// Caches the call stacks of paused threads: the unwinder finds them on the first request, and they
// are kept until the thread moves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ids.hpp"

namespace heddle::native {

class CallStacks {
 public:
  // Returns return addresses, innermost first.  Valid until the thread is forgotten.
  // REQUIRES: called by the engine; the thread is paused.
  std::span<const std::uintptr_t> of(ThreadId thread);

  // Forgets the threads that ran in the last step: a step may set others going.
  // REQUIRES: stacks have not been cleaned since.
  void forget_moved();
  void forget_all() {
    for (std::vector<std::uintptr_t>& stack : stacks_) stack.clear();
  }

 private:
  std::vector<std::vector<std::uintptr_t>> stacks_;  // by thread; empty: not known
};

}  // namespace heddle::native
