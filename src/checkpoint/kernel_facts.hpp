// Facts that the kernel keeps about this process, as a checkpoint stores them.
#pragma once

#include "campaign/checkpoint_format.hpp"

namespace heddle::checkpoint {

// Reads the open descriptors.  Returns false if there are too many.
bool read_descriptors(campaign::CheckpointHeader& into);
bool has_same_descriptors(const campaign::CheckpointHeader& a, const campaign::CheckpointHeader& b);

// Reads the signal handlers, the mask and the stack of handlers, and the program break.
void read_kernel_facts(campaign::CheckpointHeader& into);

// Sets the signal handlers, the stack of handlers and, last, the mask.
void set_signals(const campaign::CheckpointHeader& from);

void block_signals();

}  // namespace heddle::checkpoint
