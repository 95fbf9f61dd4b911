// How others listen to a search.  An observer may end it at a failure; it cannot steer it
// otherwise.
#pragma once

#include "core/failure.hpp"
#include "core/verdict.hpp"
#include "search/engine/path.hpp"
#include "search/engine/tally.hpp"
#include "search/liveness/livelock.hpp"

namespace heddle::search {

class SearchObserver {
 public:
  virtual ~SearchObserver() = default;

  // A search that remembers states took a step to the path's present state, which is new or not.
  // The state it left is at depth - 1.  The first state is announced too.
  virtual void arrived(const Path&, bool /*is_new*/) {}

  // A run came to its end at the path's present state; `running` when a bound left nothing to take.
  virtual void run_ended(const Path&, Verdict) {}

  // The run ended with a failure or a deadlock.  True: keep going.
  virtual bool failed(const Path&, const Failure&) { return false; }

  // The search left a livelock for good that no run closed by itself.  True: keep going.
  virtual bool livelocked(const Livelock&) { return false; }

  // The run ended at the step limit.  True: keep going.  May take further steps of the system,
  // which returns to another state before the search takes one.
  virtual bool cut(const Path&) { return true; }

  // After every run.
  virtual void execution_ended(const Tally&) {}

  // Now and then, also while a run goes on: one may take as long as the whole search.
  virtual void goes_on(const Tally&) {}
};

}  // namespace heddle::search
