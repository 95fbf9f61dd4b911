// What a search may know about the present state: who lives, what each would do next, who ran last.
#pragma once

#include "core/decision.hpp"
#include "core/ids.hpp"
#include "core/verdict.hpp"
#include "system/relations.hpp"
#include "system/thread_views.hpp"

namespace heddle {

struct StateView {
  ThreadViews threads;        // the living, by ascending id
  ThreadId last = kNoThread;  // who made the step that led here
  Verdict verdict = Verdict::running;
  // Of the present state, valid as long as this view; null: no object makes anybody wait, and all
  // threads are there from the start.
  const Relations* relations = nullptr;

  // The living thread with that id, or null.
  const ThreadView* find(ThreadId id) const { return threads.find(id); }
};

}  // namespace heddle
