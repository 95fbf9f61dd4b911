// Who called whom, as return addresses: for failures and recordings, not for every step.
#pragma once

#include <cstddef>
#include <span>

#include "core/ids.hpp"

namespace heddle::native {

// Walks the calling fiber's stack, innermost first, leaving out our own frames.  Returns the number
// of frames.
std::size_t capture_stack(std::span<Site> into);

// The same inside a signal handler: from the interrupted instruction on.
std::size_t capture_stack_from(Site interrupted, std::span<Site> into);

// For the handler of a fault: if a stack is being walked, the walk ends here with what it has, and
// this call does not return.
void abandon_walk();

// Whether an address is in our own library.
bool is_ours(Site site);

}  // namespace heddle::native
