// Events of one step, as recorded for a trace.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/ids.hpp"
#include "core/operation.hpp"

namespace heddle {

enum class Outcome : std::uint8_t {
  done,     // the operation did what its name says
  refused,  // try_lock on a taken mutex, a failed compare-exchange, a futex whose word had changed
  timed_out,
  spurious,
  cancelled,  // the thread ends instead
};

// One step of a thread, or a note inside it (a thread created, started or ended).
struct Event {
  ThreadId thread = kNoThread;
  Operation operation;
  std::uint16_t alternative = 0;  // of `alternatives`
  std::uint16_t alternatives = 1;
  Outcome outcome = Outcome::done;
  bool is_step = true;  // false: a note
  std::uint64_t before =
      0;  // the cell's value before and after, for memory operations up to 8 bytes
  std::uint64_t after = 0;
  ThreadId other = kNoThread;   // the thread created, joined, woken
  std::span<const Site> stack;  // innermost first; borrowed for the duration of the call
};

// A place in what a program prints on file descriptors 1 and 2.
using OutputPosition = std::array<std::uint64_t, 2>;

class EventListener {
 public:
  virtual ~EventListener() = default;
  // Called after the operation was performed, when the thread has reached its next announcement or
  // its end.  So `after` is the value that the step left behind.
  virtual void happened(const Event& event) = 0;
  // Called when the program printed `text` (on file descriptor 1 or 2) during the step just
  // reported or the one reported next.
  virtual void printed(ThreadId thread, int descriptor, std::string_view text) = 0;

  // Called when an execution begins; earlier output belongs to none of its events.
  virtual void begins() {}
  // Returns the amount of output so far.  Called on the stacks of threads: must not allocate.
  virtual OutputPosition printed_so_far() { return {}; }
  // Called when the thread printed the unreported output before `end`.
  virtual void printed_up_to(ThreadId, const OutputPosition&) {}
};

}  // namespace heddle
