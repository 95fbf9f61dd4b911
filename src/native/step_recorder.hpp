// Notes what happens in detail while one execution is recorded: the stack at each announcement, the
// value of the cell before and after, threads created and ended.  Filled on fibers, which must not
// allocate; read by the engine after each step.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/event.hpp"
#include "native/block_history.hpp"
#include "native/world.hpp"

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

  BlockHistory& blocks() { return blocks_; }

  // ---- in the engine ----
  // Reports the step that just ended, with its notes, and forgets them.  The thread need not live
  // any more.
  void report(EventListener& listener, std::uint16_t alternatives);
  std::span<const Site> stack_of(ThreadId thread) const;

 private:
  static constexpr std::size_t kFrames = 48;
  static constexpr std::size_t kNotes = 256;

  struct Stack {
    std::size_t size = 0;
    std::array<Site, kFrames> frames;
  };
  struct Note {
    OpKind kind = OpKind::none;
    ThreadId thread = kNoThread;
    ThreadId other = kNoThread;
    std::size_t size = 0;
    std::array<Site, kFrames> frames;
  };

  Note* new_note(OpKind kind, ThreadId thread, ThreadId other);

  Event step_;
  bool step_pending_ = false;
  std::vector<Stack> announced_;  // by thread: where it is paused
  Stack performed_;               // where the step's thread was paused
  BlockHistory blocks_;
  std::vector<Note> notes_;
  std::size_t note_count_ = 0;
};

}  // namespace heddle::native
