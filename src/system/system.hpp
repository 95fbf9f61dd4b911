// The seam: what a search may ask of a program.
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

  // Lets a thread perform its pending operation and run to its next scheduling point.
  // REQUIRES: the verdict is running, the thread is enabled, the alternative is below its number.
  virtual void step(Decision decision) = 0;

  // Names the present state.
  virtual Mark mark() = 0;

  // Returns to a marked state.  THROWS: Divergence when the program did not repeat itself.
  virtual void rewind(const Mark& mark) = 0;

  // Equal for equal states.  The state at the end of a failed run need not have one.
  virtual Fingerprint fingerprint() = 0;

  // What went wrong.  REQUIRES: the verdict is failed or deadlock.
  virtual const Failure& failure() const = 0;

  // What else went wrong in the last step, or before the first one: failures after which the
  // execution went on.  Empty after a rewind.
  virtual std::span<const Failure> reported() const { return {}; }
};

}  // namespace heddle
