// The threads of these tests.
#pragma once

#include "core/ids.hpp"

namespace heddle::sync {

inline constexpr ThreadId kOne{0};
inline constexpr ThreadId kTwo{1};

}  // namespace heddle::sync
