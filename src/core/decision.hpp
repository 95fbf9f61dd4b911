// One choice of the search: which thread moves, and by which of its alternatives.
#pragma once

#include <cstdint>

#include "core/ids.hpp"

namespace heddle {

// `alternative` is 0 for most operations.  It chooses the waiter that a signal wakes, the value
// that heddle::choose returns, or between being woken and timing out: alternative k of the n that
// StateView offers.
struct Decision {
  ThreadId thread = kMainThread;
  std::uint16_t alternative = 0;

  friend bool operator==(const Decision&, const Decision&) = default;
};

}  // namespace heddle
