// Where a debugger stops, and what its script asks: see docs/debugging.md.  The functions that it
// puts breakpoints on are empty; without a debugger nothing happens in any of them.
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
};
extern __attribute__((visibility("default"))) heddle_debugger_words heddle_debugger;
}

namespace heddle::native {

// The execution that is recorded starts now; those before it were preparations.
void tell_debugger_begin();
// A thread was chosen and is about to perform its operation.  On its fiber.
void tell_debugger_step(std::size_t step);
// The program has failed: on the fiber that did, in the engine when no thread did.
void tell_debugger_failure();

}  // namespace heddle::native
