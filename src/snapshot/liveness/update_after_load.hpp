// Recognizes atomic updates of OpenMP that g++ compiles into an instrumented load and a
// compare-exchange without instrumentation: `#pragma omp atomic` on a double, and reductions.
//
// No other thread can run between the two instructions, so the exchange succeeds, and the update
// happens in the step of the load.  It suffices to announce the load as an update.
//
// On aarch64 the exchange is one instruction, a pair of exclusive accesses, or a call of a function
// of libgcc that contains both (`__aarch64_cas8_relax`).
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "runtime/root.hpp"

namespace heddle::native {

// Returns whether the code at `address` is such a function of libgcc: it calls nothing, and it
// accesses memory atomically within a few instructions.  Always false on x86-64.
bool is_outlined_atomic(std::uintptr_t address);

// Returns the address of such a compare-exchange behind a call of a load, which returns to
// `after`; 0 if there is none.  `end` is the end of the code.
std::uintptr_t exchange_after_load(std::uintptr_t after, std::uintptr_t end);

// Returns whether there is one, and remembers the answer.  REQUIRES: called on a fiber.
bool is_followed_by_exchange(Site after);

// Returns whether the load that returns to `after` begins an update.
inline bool begins_update(Site after) {
  return flags().has_openmp && is_followed_by_exchange(after);
}

}  // namespace heddle::native
