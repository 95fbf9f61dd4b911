// The interface to a debugger: see docs/debugging.md.  The script puts breakpoints on empty
// functions and reads memory.  It calls no function of the process: not every kernel lets a
// debugger do so, and a core file has no process.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"

extern "C" {

// Read and written by the script by position.  Everything is a word of eight bytes.
struct heddle_debugger_words {
  std::uint64_t stop_at = 0;  // the step, from 1, at which heddle_debugger_point is called; 0: none
  std::uint64_t step = 0;     // that was begun last
  const bool* in_engine = nullptr;            // whether interposed functions are the originals
  const heddle::ThreadId* current = nullptr;  // on the processor, or who was last
  std::uint64_t is_watched = 0;   // set by the script: the table of threads is kept up to date
  const char* threads = nullptr;  // that table, one line per living thread
};
extern __attribute__((visibility("default"))) heddle_debugger_words heddle_debugger;
}

namespace heddle::native {

// The execution that is recorded starts now; those before it were preparations.
void tell_debugger_begin();
// A thread was chosen and is about to perform its operation.  On its fiber.
void tell_debugger_step(std::size_t step);
// A thread was created or has ended.
void tell_debugger_threads();
// The program has failed: on the fiber that did, in the engine when no thread did.
void tell_debugger_failure();

}  // namespace heddle::native
