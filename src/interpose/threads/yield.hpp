// A call that gives up the processor, such as sched_yield.
#pragma once

#include "core/operation.hpp"
#include "runtime/scheduling_point.hpp"
#include "runtime/spin.hpp"

namespace heddle::native {

// Always inlined, so that the place where the thread is paused belongs to the interposed function,
// see paused_frames.hpp.
[[gnu::always_inline]] inline void yield_processor(Site site) {
  if (hint_spinning()) scheduling_point({.kind = OpKind::yield, .site = site});
}

}  // namespace heddle::native
