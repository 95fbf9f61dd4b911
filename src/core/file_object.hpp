// Objects that stand for state of the kernel.  They lie in a range that no user-space address uses.
#pragma once

#include "core/ids.hpp"

namespace heddle {

// All files and folders: a call that uses some reads it, one that changes something writes it.
inline constexpr ObjectId kFiles{0xfff8'0000'0000'0000ULL};

// The object that stands for descriptors and all other kernel state.
inline constexpr ObjectId kKernel{0xfffd'0000'0000'0000ULL};

}  // namespace heddle
