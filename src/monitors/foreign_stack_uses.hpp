// Records which stack variables of a thread other threads have ever used.  The return of the
// function that owns such a variable does not commute with such a use.  For searches that reorder
// steps.  A use in one execution counts in all later executions: a delayed or later use has not yet
// occurred when the function returns.
//
// A return that occurred before such a use was known counted as independent of it.  The search may
// have omitted the schedules in which the use comes first, so it explores again (`adopt`).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "runtime/root.hpp"
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
    has_news_ |= uses.passed_used();
  }
  // Logs the end of the used variables if the current thread has returned from their function in
  // this step.  REQUIRES: called before the thread observes side effects of other threads.
  // Not inlined: reads its frame address.
  [[gnu::noinline]] void log_ends_of_current();

  // ---- in the engine ----
  // Resets everything, for another program or a new start of the same one.
  void clear() {
    uses_.fill({});
    has_news_ = false;
  }
  // Begins a step.
  void stepping();
  // Appends the ends of used variables for threads that have returned from their functions in this
  // step.
  void take_ends(std::vector<SideEffect>& into);
  // Begins another exploration.  Returns true if the last one passed a return whose variables
  // turned out to be used by other threads.
  bool adopt();

  // Appends the uses and returns of this process, as words for merge_all in another process.
  void append_to(std::vector<std::uint64_t>& words) const;
  // Adds the uses in all processes of one search.  A use in one process may concern a return in
  // another.  Each part is the output of append_to; returns false if one is not.
  bool merge_all(std::span<const std::span<const std::uint64_t>> parts);

 private:
  struct Uses {
    std::uintptr_t lowest = std::numeric_limits<std::uintptr_t>::max();
    std::uintptr_t highest = 0;
    std::uintptr_t before = 0;  // end of the stack when the step began; 0: no stack
    // The range that ended without a log entry, in the current exploration.
    std::uintptr_t passed_lowest = std::numeric_limits<std::uintptr_t>::max();
    std::uintptr_t passed_highest = 0;

    // Returns whether a used variable may have ended, if the stack ends at `now`.
    bool may_end(std::uintptr_t now) const {
      return now > lowest && before != 0 && before <= highest && before < now;
    }
    void pass(std::uintptr_t now) {
      if (before == 0 || before >= now) return;
      passed_lowest = std::min(passed_lowest, before);
      passed_highest = std::max(passed_highest, now);
    }
    // Returns whether a variable that is used may have ended without a log entry.
    bool passed_used() const { return passed_lowest <= highest && lowest < passed_highest; }
    bool has_any() const { return highest != 0 || passed_highest != 0; }
  };

  std::array<Uses, kMaxThreads> uses_{};  // by owner
  bool has_news_ = false;
};

inline ForeignStackUses& foreign_stack_uses() { return static_part(runtime().foreign_stack_uses); }

}  // namespace heddle::native
