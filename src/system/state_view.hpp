// The view of the present state that a search gets: live threads, pending operations, and the
// thread that ran last.
#pragma once

#include <cstdint>

#include "core/decision.hpp"
#include "core/ids.hpp"
#include "core/verdict.hpp"
#include "system/relations.hpp"
#include "system/thread_views.hpp"

namespace heddle {

// The choices of a state that the system's limits on waits leave out: a timed wait could time out
// early, a wait could wake up spuriously.
struct ExcludedChoices {
  std::uint32_t early_timeouts = 0;
  std::uint32_t spurious_wakeups = 0;
};

struct StateView {
  ThreadViews threads;        // the living, by ascending id
  ThreadId last = kNoThread;  // the thread that took the last step
  Verdict verdict = Verdict::running;
  // For the present state, valid as long as this view.  Null: no object blocks a thread, and all
  // threads exist from the start.
  const Relations* relations = nullptr;

  // Returns the live thread with that id, or null.
  const ThreadView* find(ThreadId id) const { return threads.find(id); }
};

}  // namespace heddle
