// Queries of partial-order reductions beyond the view: the object states at the present state,
// creation and join relations of threads, and the effects of the last step.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/ids.hpp"
#include "core/object_state.hpp"
#include "core/operation.hpp"
#include "system/side_effect.hpp"

namespace heddle {

// How a step changed the program's memory.
enum class MemoryChange : std::uint8_t {
  some,    // or it is unknown
  silent,  // it wrote only values that were already there
  none,    // it only read
};

// An access that a spinning thread repeats until its result changes.
struct Awaited {
  Access access;
  std::uint32_t since = 0;  // the depth at which it looked
};

class Relations {
 public:
  virtual ~Relations() = default;

  // Returns the state of `object` for `operation`, which accesses it.
  virtual ObjectState object_state(const Operation& operation, ObjectId object) const = 0;

  // Returns the thread that created the thread; kNoThread: it exists from the start.
  virtual ThreadId creator(ThreadId) const { return kNoThread; }

  // Returns the thread that joined the thread; kNoThread: not joined yet.
  virtual ThreadId joined_by(ThreadId) const { return kNoThread; }

  // Returns whether the program ends with its main thread, even if other threads are live.
  virtual bool ends_with_main() const { return false; }

  // Returns the side effects of the last step beyond its operation, in order.  `did_more` returns
  // whether that list is incomplete.
  virtual std::span<const SideEffect> side_effects() const { return {}; }
  virtual bool did_more() const { return false; }

  // Returns how the last step changed state outside of the thread's own state.
  virtual MemoryChange last_change() const { return MemoryChange::some; }

  // Returns how the operation alone changed the announced object, regardless of side effects.
  virtual MemoryChange operation_change() const { return last_change(); }

  // Returns a checksum of the private state of a paused thread.  This state, the announced
  // operation and the values read determine its next steps.  Other threads may write variables on
  // its stack, so only the difference across one of its own steps is meaningful.  Empty: unknown.
  virtual std::optional<std::uint64_t> own_state(ThreadId) const { return std::nullopt; }

  // Returns whether a thread would continue if time passed.  Time passes only when no thread is
  // enabled.
  virtual bool waits_for_time() const { return false; }

  // Returns the return addresses of a paused thread's calls, innermost first: that of its pending
  // operation is the first.  Empty: unknown.  Valid until the next step or rewind.
  virtual std::span<const std::uintptr_t> calls(ThreadId) const { return {}; }

  // Returns the accesses whose results must change, by other threads, before a spinning thread
  // makes progress.  Empty: it does not spin.
  virtual std::span<const Awaited> awaited(ThreadId) const { return {}; }
};

}  // namespace heddle
