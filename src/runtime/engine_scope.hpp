// Tracks whether the program's code or the runtime's runs.  While the runtime's code runs,
// interposed functions pass straight through and memory comes from the C library's heap.  So
// nothing the runtime does becomes part of the program's state.
#pragma once

#include "runtime/root.hpp"

namespace heddle::native {

inline void note_change(MemoryChange change) {
  if (change < flags().memory_change) flags().memory_change = change;
}

inline void note_atomic_change(MemoryChange change) {
  note_change(change);
  if (change < flags().atomic_change) flags().atomic_change = change;
}

// Does the same as `controlled`, for functions that report their own changes.
inline bool controlled_quietly() { return flags().exploring && !flags().in_engine; }

// Returns whether the calling code is the program's.  Its call may then change memory.
inline bool controlled() {
  if (!controlled_quietly()) return false;
  flags().memory_change = MemoryChange::some;
  return true;
}

// Returns whether the calling code is that of a program which the command has started.
inline bool is_of_program() {
  return !flags().in_engine && (flags().exploring || runtime().is_worker);
}

// Returns whether the calling code runs before main: the constructors of static objects.  There is
// one thread then.
inline bool is_before_exploration() {
  return !flags().in_engine && !flags().exploring && runtime().runs_constructors;
}

// Does the same as `controlled`, for functions whose results must be the same in every process.
inline bool controlled_from_start() { return controlled() || is_before_exploration(); }

class EngineScope {
 public:
  EngineScope() : before_(flags().in_engine) { flags().in_engine = true; }
  ~EngineScope() { flags().in_engine = before_; }
  EngineScope(const EngineScope&) = delete;
  EngineScope& operator=(const EngineScope&) = delete;

 private:
  bool before_;
};

}  // namespace heddle::native
