// Guarded stacks at fixed addresses: one slot per thread, mapped the first time it is used.
#pragma once

#include <cstdint>

#include "core/ids.hpp"

namespace heddle::native {

// The address from which the thread's stack grows down.
void* fiber_stack_top(ThreadId thread);

// Whether the address lies right below the thread's stack: an overflow.
bool in_stack_guard(ThreadId thread, std::uintptr_t address);

}  // namespace heddle::native
