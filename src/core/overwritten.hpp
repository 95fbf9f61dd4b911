// How a worker ends whose own memory the explored program has written over: nothing that it could
// still say is to be trusted.
#pragma once

namespace heddle {

inline constexpr int kOverwrittenStatus = 71;

}  // namespace heddle
