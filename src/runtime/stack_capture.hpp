// Captures call stacks as return addresses, for failures and recordings, not for all steps.
#pragma once

#include <cstddef>
#include <span>

#include "core/ids.hpp"
#include "core/memory_excerpt.hpp"

namespace heddle::native {

// Walks the calling fiber's stack, innermost first, without runtime frames.  Returns the number of
// frames.
std::size_t capture_stack(std::span<Site> into);

// Does the same with the extent and the registers of each frame; leaves their threads unset.
std::size_t capture_frames(std::span<CallFrame> into);

// Does the same as capture_stack inside a signal handler, from the interrupted instruction on.
std::size_t capture_stack_from(Site interrupted, std::span<Site> into);

// Ends a stack walk that is in progress with the frames found so far; then this call does not
// return.  Called by a fault handler.
void abandon_walk();

// Returns whether an address is in Heddle's library.
bool is_ours(Site site);

}  // namespace heddle::native
