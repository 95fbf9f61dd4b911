// The interface between a search and the program it explores.
#pragma once

#include <span>

#include "core/decision.hpp"
#include "core/failure.hpp"
#include "core/ids.hpp"
#include "system/mark.hpp"
#include "system/state_view.hpp"

namespace heddle {

// One controlled program, always paused at a scheduling point or ended.  Not thread-safe.
class System {
 public:
  virtual ~System() = default;

  // Valid until the next step or rewind.
  virtual const StateView& view() const = 0;

  // Returns the choices that limits leave out in the present state.  REQUIRES: the threads of the
  // view were looked at.
  virtual ExcludedChoices excluded() const { return {}; }

  // Makes a thread perform its pending operation and run to its next scheduling point. REQUIRES:
  // the verdict is running, the thread is enabled, the alternative is below its number.
  virtual void step(Decision decision) = 0;

  // Returns a mark of the present state.
  virtual Mark mark() = 0;

  // Returns to a marked state.  THROWS: Divergence when a replay differs from the recorded
  // execution.
  virtual void rewind(const Mark& mark) = 0;

  // Returns the fingerprint: equal for equal states.  The final state of a failed execution may
  // have none.
  virtual Fingerprint fingerprint() = 0;

  // Returns the failure.  REQUIRES: the verdict is failed or deadlock.
  virtual const Failure& failure() const = 0;

  // Returns further failures of the last step, or from before the first one, after which the
  // execution continued.  Empty after a rewind.
  virtual std::span<const Failure> reported() const { return {}; }
};

}  // namespace heddle
