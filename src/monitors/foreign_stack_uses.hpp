// Which of the threads' variables on the stack others have ever used: the return of the function
// that they belong to does not commute with such a use.  For searches that reorder steps.  What was
// used in one execution counts in all that follow, because a use that was put off, or that comes
// later, has not been seen yet when the function returns.
//
// A return that was passed before such a use was seen counted as independent of it.  The search may
// have left out the schedules in which the use comes first, and explores again (`adopt`).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "runtime/world.hpp"
#include "system/side_effect.hpp"

namespace heddle::native {

class ForeignStackUses {
 public:
  // ---- on a fiber ----
  void note(ThreadId owner, std::uintptr_t address) {
    Uses& uses = uses_[index(owner)];
    if (address >= uses.lowest && address <= uses.highest) return;
    uses.lowest = std::min(uses.lowest, address);
    uses.highest = std::max(uses.highest, address);
    has_news_ |= uses.passed_lowest <= uses.highest && uses.lowest < uses.passed_highest;
  }
  // Logs the end of what is used, if the current thread has returned from there in this step:
  // before it learns what others did.
  void log_ends_of_current();

  // ---- in the engine ----
  // Another program, or the same anew.
  void clear() {
    uses_.fill({});
    has_news_ = false;
  }
  // A step begins.
  void stepping();
  // Appends the ends of what is used, by threads that have returned from there in this step.
  void take_ends(std::vector<SideEffect>& into);
  // Begins another exploration.  True when the last one passed a return whose variables turned out
  // to be used by others.
  bool adopt();

 private:
  struct Uses {
    std::uintptr_t lowest = std::numeric_limits<std::uintptr_t>::max();
    std::uintptr_t highest = 0;
    std::uintptr_t before = 0;  // where the stack ended when the step began; 0: there was none
    // Of what ended without being logged, in the exploration in progress.
    std::uintptr_t passed_lowest = std::numeric_limits<std::uintptr_t>::max();
    std::uintptr_t passed_highest = 0;

    // Whether something that is used may have ended, if the stack ends here now.
    bool may_end(std::uintptr_t now) const {
      return now > lowest && before != 0 && before <= highest && before < now;
    }
    void pass(std::uintptr_t now) {
      if (before == 0 || before >= now) return;
      passed_lowest = std::min(passed_lowest, before);
      passed_highest = std::max(passed_highest, now);
    }
  };

  std::array<Uses, kMaxThreads> uses_{};  // by owner
  bool has_news_ = false;
};

[[gnu::visibility("hidden")]] extern ForeignStackUses g_foreign_stack_uses;

}  // namespace heddle::native
