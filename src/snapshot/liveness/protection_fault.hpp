// Faults of which the kernel does not say the address.  On x86-64 that is the general protection
// fault: an address that no pointer can have, an instruction that only the kernel may execute, a
// vector instruction with an address that is not aligned.  aarch64 has a signal or an address for
// each.
#pragma once

#include <ucontext.h>

#include <cstdint>

namespace heddle::native {

struct ProtectionFault {
  enum class Cause : std::uint8_t { unknown, wild_address, privileged, misaligned };
  Cause cause = Cause::unknown;
  std::uintptr_t address = 0;  // 0: not known
};

// Prepares for the next function, which must not allocate.
void prepare_protection_faults();

// Finds out from the instruction that was interrupted.  For signal handlers.
ProtectionFault protection_fault(const ucontext_t& context);

}  // namespace heddle::native
