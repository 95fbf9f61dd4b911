// Notes what happens in detail while one execution is recorded: the stack at each announcement, the
// value of the cell before and after, threads created and ended.  Filled on fibers, which must not
// allocate; read by the engine after each step.
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
  // What the operation being performed did.
  void outcome(Outcome outcome, ThreadId other = kNoThread);
  // The current thread goes on to an operation that is no scheduling point: what follows says
  // nothing about the step's own.
  void passed() { is_performed_ = true; }

  BlockHistory& blocks() { return blocks_; }

  // ---- in the engine ----
  // Forgets everything.  Keeps the reference until the next call.
  void begin(EventListener& listener);
  // Reports the step that just ended, with its notes, and forgets them.  The thread need not live
  // any more.
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
    OpKind kind = OpKind::none;  // none: it tells how much was printed
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
  bool is_performed_ = false;  // the step's operation, and another one was begun
  OutputPosition printed_ = {};
  std::vector<Stack> announced_;  // by thread: where it is paused
  Stack performed_;               // where the step's thread was paused
  BlockHistory blocks_;
  std::vector<Note> notes_;
  std::size_t note_count_ = 0;
};

}  // namespace heddle::native
