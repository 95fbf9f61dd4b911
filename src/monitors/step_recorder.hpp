// Records the details of one execution: the stack at each announcement, the value of the cell
// before and after, threads created and ended.  Fibers fill it, so it must not allocate; the engine
// reads it after each step.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/event.hpp"
#include "core/memory_excerpt.hpp"
#include "monitors/block_history.hpp"
#include "runtime/runtime_events.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

class StepRecorder final : public StepObserver {
 public:
  StepRecorder();

  // ---- on a fiber ----
  void announced(const Thread& thread) override;
  void chosen(const Thread& thread) override;
  void created(const Thread& creator, const Thread& child) override;
  void exited(const Thread& thread) override;
  void joined(const Thread& joiner, const Thread& exited) override;
  void outcome(Outcome outcome, ThreadId other) override;
  void passed() override;
  void allocated(const void* block, ThreadId thread) override { blocks_.allocated(block, thread); }
  void freed(const void* block, ThreadId thread) override { blocks_.freed(block, thread); }

  // ---- in the engine ----
  // Resets everything.  Keeps a reference to the listener until the next call.
  void begin(EventListener& listener);
  // Reports the step that just ended, with its notes, and clears them.  The thread may have ended.
  void report(std::uint16_t alternatives);
  std::span<const Site> stack_of(ThreadId thread) const;
  // Returns the calls in progress of a paused thread, innermost first.
  std::span<const CallFrame> frames_of(ThreadId thread) const;
  const BlockHistory& blocks() const { return blocks_; }

 private:
  static constexpr std::size_t kFrames = 48;
  static constexpr std::size_t kNotes = 256;

  struct Stack {
    std::size_t size = 0;
    std::array<Site, kFrames> frames;
  };
  struct Calls {
    std::size_t size = 0;
    std::array<CallFrame, kFrames> frames;
  };
  struct Note {
    OpKind kind = OpKind::none;  // none: the note is an output position
    ThreadId thread = kNoThread;
    ThreadId other = kNoThread;
    ObjectId object = kNoObject;  // of an unlock that was no step
    OutputPosition printed = {};
    std::size_t size = 0;
    std::array<Site, kFrames> frames;
  };

  void note_output(ThreadId thread);
  void note_value_after();
  Calls& note_calls(const Thread& thread);
  // A lock that a step may have taken, once for each time.
  struct Held {
    ThreadId thread = kNoThread;
    ObjectId lock = kNoObject;
    friend bool operator==(const Held&, const Held&) = default;
  };
  void note_locks(const Thread& thread);
  bool forget_lock(const Thread& thread);

  Note* new_note(OpKind kind, ThreadId thread, ThreadId other);

  EventListener* listener_ = nullptr;
  Event step_;
  bool step_pending_ = false;
  bool is_performed_ = false;  // the step's operation is complete, another one began
  OutputPosition printed_ = {};
  std::vector<Stack> announced_;  // by thread: where it is paused
  std::vector<Calls> calls_;      // the same with details
  Stack performed_;               // where the step's thread was paused
  BlockHistory blocks_;
  std::vector<Note> notes_;
  std::size_t note_count_ = 0;
  std::array<Held, 64> held_{};
  std::size_t held_count_ = 0;
};

}  // namespace heddle::native
