// The object that stands for all files and folders: a call that uses some reads it, one that
// changes something writes it.  It lies in a range that no user-space address uses.
#pragma once

#include "core/ids.hpp"

namespace heddle {

inline constexpr ObjectId kFiles{0xfff8'0000'0000'0000ULL};

}  // namespace heddle
