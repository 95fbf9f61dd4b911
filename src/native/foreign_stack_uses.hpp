// Which of the threads' variables on the stack others have ever used: the return of the function
// that they belong to does not commute with such a use.  For searches that reorder steps.  What was
// used in one execution counts in all that follow, because a use that was put off, or that comes
// later, has not been seen yet when the function returns.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "native/world.hpp"
#include "system/deed.hpp"

namespace heddle::native {

class ForeignStackUses {
 public:
  // ---- on a fiber ----
  void note(ThreadId owner, std::uintptr_t address) {
    Uses& uses = uses_[index(owner)];
    uses.lowest = std::min(uses.lowest, address);
    uses.highest = std::max(uses.highest, address);
  }
  // Logs the end of what is used, if the current thread has returned from there in this step:
  // before it learns what others did.
  void log_ends_of_current();

  // ---- in the engine ----
  // Another program, or the same anew.
  void clear() { uses_.fill({}); }
  // A step begins.
  void stepping();
  // Appends the ends of what is used, by threads that have returned from there in this step.
  void take_ends(std::vector<Deed>& into) const;

 private:
  struct Uses {
    std::uintptr_t lowest = std::numeric_limits<std::uintptr_t>::max();
    std::uintptr_t highest = 0;
    std::uintptr_t before = 0;  // where the stack ended when the step began; 0: there was none

    // Whether something that is used may have ended, if the stack ends here now.
    bool may_end(std::uintptr_t now) const {
      return now > lowest && before != 0 && before <= highest && before < now;
    }
  };

  std::array<Uses, kMaxThreads> uses_{};  // by owner
};

[[gnu::visibility("hidden")]] extern ForeignStackUses g_foreign_stack_uses;

}  // namespace heddle::native
