// Lets interrupted code continue in another function, as if it had called that function.
#pragma once

#include <ucontext.h>

#include <cstdint>
#include <cstring>

#include "runtime/number_of.hpp"

namespace heddle::native {

// REQUIRES: called in a signal handler.  The function does not return, and on x86-64 it aligns its
// stack itself.
#if defined(__aarch64__)

inline void pretend_call(void* context, void (*function)()) {
  mcontext_t& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
  machine.regs[30] = machine.pc + 4;
  machine.pc = number_of(function);
}

#else

// The return address is that of a call: walks of the stack look for the instruction before it.
inline void pretend_call(void* context, void (*function)()) {
  mcontext_t& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
  machine.gregs[REG_RSP] -= greg_t{sizeof(std::uintptr_t)};
  const auto after = static_cast<std::uintptr_t>(machine.gregs[REG_RIP] + 1);
  std::memcpy(reinterpret_cast<void*>(machine.gregs[REG_RSP]), &after, sizeof after);
  machine.gregs[REG_RIP] = static_cast<greg_t>(number_of(function));
}

#endif

}  // namespace heddle::native
