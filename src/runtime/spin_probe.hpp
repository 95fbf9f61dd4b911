// Finds whether a loop that repeats one state reads memory of the program that another thread could
// change.  The instrumentation does not report such a read: it is in code without instrumentation
// or in inline assembly.  The probe takes the memory away, so that the loop faults where it reads.
//
// Not looked at: the stack of the current thread, and thread_local variables.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ids.hpp"

namespace heddle::native {

// REQUIRES, for these functions: called in a signal handler, on a fiber.

// Takes the memory away.
void begin_spin_probe();
bool is_probing();
// Returns whether the loop has run for long enough to read everything that it reads.
bool probe_has_waited();
// Gives the memory back.
void end_spin_probe();

enum class ProbedFault : std::uint8_t {
  none,      // the probe is not the reason
  harmless,  // the access may be repeated: the memory is there again
  found,     // the loop reads the memory; the probe has ended
};
ProbedFault probed_fault(std::uintptr_t address, Site instruction);

// The stacks of such loops, innermost first, one for each instruction.
void note_unseen_spin(Site instruction);
const std::vector<std::vector<Site>>& unseen_spins();

}  // namespace heddle::native
