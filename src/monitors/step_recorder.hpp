// Records the details of one execution: the stack at each announcement, the value of the cell
// before and after, threads created and ended.  Fibers fill it, so it must not allocate; the engine
// reads it after each step.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/event.hpp"
#include "monitors/block_history.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

class StepRecorder {
 public:
  StepRecorder();

  // ---- on a fiber ----
  void announced(const Thread& thread);
  void chosen(const Thread& thread);
  void created(const Thread& creator, const Thread& child);
  void exited(const Thread& thread);
  void joined(const Thread& joiner, const Thread& exited);
  // Records the outcome of the operation that is being performed.
  void outcome(Outcome outcome, ThreadId other = kNoThread);
  // Notes that the current thread continues to an operation that is not a scheduling point: later
  // outcomes do not belong to the step's operation.
  void passed() { is_performed_ = true; }

  BlockHistory& blocks() { return blocks_; }

  // ---- in the engine ----
  // Resets everything.  Keeps a reference to the listener until the next call.
  void begin(EventListener& listener);
  // Reports the step that just ended, with its notes, and clears them.  The thread may have ended.
  void report(std::uint16_t alternatives);
  std::span<const Site> stack_of(ThreadId thread) const;

 private:
  static constexpr std::size_t kFrames = 48;
  static constexpr std::size_t kNotes = 256;

  struct Stack {
    std::size_t size = 0;
    std::array<Site, kFrames> frames;
  };
  struct Note {
    OpKind kind = OpKind::none;  // none: the note is an output position
    ThreadId thread = kNoThread;
    ThreadId other = kNoThread;
    OutputPosition printed = {};
    std::size_t size = 0;
    std::array<Site, kFrames> frames;
  };

  void note_output(ThreadId thread);
  Note* new_note(OpKind kind, ThreadId thread, ThreadId other);

  EventListener* listener_ = nullptr;
  Event step_;
  bool step_pending_ = false;
  bool is_performed_ = false;  // the step's operation is complete, another one began
  OutputPosition printed_ = {};
  std::vector<Stack> announced_;  // by thread: where it is paused
  Stack performed_;               // where the step's thread was paused
  BlockHistory blocks_;
  std::vector<Note> notes_;
  std::size_t note_count_ = 0;
};

}  // namespace heddle::native
