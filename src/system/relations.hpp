// What a search that reorders steps asks beyond the view: how objects stand at the present state,
// which threads began and ended because of which, and what the last step did.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/ids.hpp"
#include "core/object_state.hpp"
#include "core/operation.hpp"
#include "system/side_effect.hpp"

namespace heddle {

// What the program's memory has of a step.
enum class MemoryChange : std::uint8_t {
  some,    // or it is not known
  silent,  // it wrote, but what was there already
  none,    // it only read
};

// Something that a thread has looked at in vain.
struct Awaited {
  Access access;
  std::uint32_t since = 0;  // the depth at which it looked
};

class Relations {
 public:
  virtual ~Relations() = default;

  // How `object` stands for `operation`, which accesses it.
  virtual ObjectState object_state(const Operation& operation, ObjectId object) const = 0;

  // Who created the thread; kNoThread: it was there from the start.
  virtual ThreadId creator(ThreadId) const { return kNoThread; }

  // Who has waited for the end of the thread; kNoThread: nobody yet.
  virtual ThreadId joined_by(ThreadId) const { return kNoThread; }

  // Whether the program ends with its main thread, whoever else lives.
  virtual bool ends_with_main() const { return false; }

  // What the last step did besides its operation, in order; and whether that is not all of it.
  virtual std::span<const SideEffect> side_effects() const { return {}; }
  virtual bool did_more() const { return false; }

  // What the last step changed outside of the thread's own state.
  virtual MemoryChange last_change() const { return MemoryChange::some; }

  // What its operation alone did to the object that was announced, whatever the step did besides.
  virtual MemoryChange operation_change() const { return last_change(); }

  // A sum over all that a paused thread keeps to itself: what it does next follows from that, from
  // the operation that it announced, and from what it will read.  Others may write a variable on
  // its stack, so only the difference that a step of its own makes means something.  Empty: not
  // known.
  virtual std::optional<std::uint64_t> own_state(ThreadId) const { return std::nullopt; }

  // Whether a thread would go on if time passed, as it does only when nobody can move.
  virtual bool waits_for_time() const { return false; }

  // The return addresses of the calls that a paused thread is in, innermost first: the one of its
  // pending operation is the first.  Empty: they are not known.  Valid until the next step or
  // rewind.
  virtual std::span<const std::uintptr_t> calls(ThreadId) const { return {}; }

  // What a thread that spins waits to see changed, by others; empty: it does not spin.
  virtual std::span<const Awaited> awaited(ThreadId) const { return {}; }
};

}  // namespace heddle
