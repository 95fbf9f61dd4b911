// Checks the cycles that an execution closes: a repeated state alone is not an error.
#pragma once

#include <cstdint>
#include <optional>

#include "core/failure.hpp"
#include "search/engine/path.hpp"
#include "search/liveness/livelock.hpp"

namespace heddle::search {

class CycleCheck {
 public:
  virtual ~CycleCheck() = default;

  // Called when the path's present state is new.
  virtual void entered(const Path&) {}

  // Called when the path's present state was already visited.  Returns a failure if the execution
  // closed a cycle that is not allowed.
  virtual std::optional<Failure> revisited(const Path& path) = 0;

  // Returns how many cycles were closed or may have been, allowed or not.  If it is 0 after a
  // complete depth-first search, the state graph has no cycles.
  virtual std::uint64_t cycles_closed() const = 0;

  // Returns a livelock among states that the search has left for good, once.
  virtual std::optional<Livelock> take_livelock() { return std::nullopt; }

  // Called before a search that takes only some of the steps itself.
  virtual void check_runs_only() {}

  // Called when the search has visited all states.  Returns whether all cycles of the state graph
  // were checked, also those that no execution closed.
  virtual bool finish() { return false; }
};

}  // namespace heddle::search
