// The scope of a search: the operations that are scheduling points, by --focus, --start and
// --window.  All others run straight through: the thread that pauses there continues at once.
// Where it cannot, a thread that depends only on the state does, without a choice of the search.
//
// A thread that spins asks the search for a choice, as without a scope.  So does one that runs
// straight through for very long, so that no loop outside the focus runs indefinitely.  Before the
// start and after the window there are no choices, and threads take turns in slices.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/root.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

struct ScopeRange {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

struct ScopeOptions {
  // Sorted, disjoint ranges of code.
  std::vector<ScopeRange> focus;  // empty with `has_focus`: nowhere
  std::vector<ScopeRange> start;
  bool has_focus = false;   // otherwise all code
  bool has_start = false;   // a function or a call of heddle::explore_from_here
  std::uint64_t skips = 0;  // operations between the start and the window
  std::uint64_t window = kNever;
  std::vector<ScopeRange> instrumented;  // code that reports its calls
};

struct Scope : ScopeOptions {
  // The budgets of the explored part.
  std::uint32_t early_timeouts = 0;
  std::uint32_t spurious_wakeups = 0;
};

// Sets the scope of all executions that begin later.
void set_scope(const ScopeOptions& options);

// REQUIRES: set_scope was called.
const ScopeOptions& current_scope();

// Prepares the World for an execution.
void begin_scope(std::uint32_t early_timeouts, std::uint32_t spurious_wakeups);

// Returns whether the schedule is fixed at the present place: before the start or after the
// window.
inline bool is_fixed() { return world().before_window != 0 || world().window_left == 0; }
inline bool awaits_start() { return world().before_window == kNever; }

// Notes whether the pending operation of the current thread is in focus, and counts it if it is.
void judge_scope(Thread& self);

// Returns the thread that continues without a choice after `self` paused, or ended if it is null.
// Null: the search chooses.
Thread* next_straight(Thread* self);

// Called at the entry of an instrumented function with a return address to its caller and a place
// inside the function; and at its exit.
void enter_function(std::uintptr_t caller, std::uintptr_t function);
void leave_function();

// Begins the explored part: heddle::explore_from_here was called.
void reach_start();

}  // namespace heddle::native
