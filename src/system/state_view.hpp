// What a search may know about the present state: who lives, what each would do next, who ran last.
#pragma once

#include <cstdint>
#include <span>

#include "core/decision.hpp"
#include "core/ids.hpp"
#include "core/operation.hpp"
#include "core/verdict.hpp"
#include "system/relations.hpp"

namespace heddle {

struct ThreadView {
  ThreadId id = kNoThread;
  // In how many ways the thread may perform `next` now; 0 while it is blocked.
  // Decision::alternative is below this number.
  std::uint16_t alternatives = 0;
  // The thread announced that it cannot make progress by itself (yield, sleep): leaving it is no
  // preemption.
  bool yielding = false;
  Operation next;

  bool enabled() const { return alternatives > 0; }
};

struct StateView {
  std::span<const ThreadView> threads;  // the living, by ascending id
  ThreadId last = kNoThread;            // who made the step that led here
  Verdict verdict = Verdict::running;
  // Of the present state, valid as long as this view; null: no object makes anybody wait, and all
  // threads are there from the start.
  const Relations* relations = nullptr;

  // The living thread with that id, or null.
  const ThreadView* find(ThreadId id) const {
    for (const ThreadView& thread : threads) {
      if (thread.id == id) return &thread;
    }
    return nullptr;
  }
};

}  // namespace heddle
