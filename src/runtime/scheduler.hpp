// Switches between the fibers of the program.  The engine writes a script: decisions, each with the
// operation that the thread must have announced.  Fibers follow the script without returning to the
// engine between steps.  They return to it at the end of the script or of the execution.  A single
// step and a long replay use the same mechanism.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/decision.hpp"
#include "core/failure.hpp"
#include "core/operation.hpp"
#include "core/schedule.hpp"
#include "core/verdict.hpp"
#include "runtime/endless_step.hpp"
#include "runtime/fiber/control_blocks.hpp"
#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/fiber/floating_point.hpp"
#include "runtime/root.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

struct ScriptStep {
  Decision decision;
  Operation expected;
};

// The program's entry: `main`, or the callable given to heddle::explore.
struct Body {
  void (*function)(void*) = nullptr;
  void* argument = nullptr;
};

// The current schedule in shared memory: another process can read it, even after this process has
// died.
struct SharedSchedule {
  Decision* decisions = nullptr;
  std::size_t capacity = 0;
  std::atomic<std::uint32_t>* length = nullptr;
};

class Scheduler {
 public:
  // ---- called by the engine ----

  // Prepares the scheduler.  REQUIRES: called once, on the stack and thread pointer that the
  // program's main thread shall have.
  void prepare(Body body, SharedSchedule shared);

  // Restarts the program on the main fiber and follows the script up to a depth.  With
  // `stops_at_base`, it stops before the first thread is created.  REQUIRES: the program's memory
  // was reset.
  void start(std::size_t to_depth, bool stops_at_base = false);

  // Whether the execution has stopped before its first thread is created.
  bool is_at_base() const { return is_at_base_; }
  // Goes on from there to the first step.
  void leave_base();

  // Follows the script further, up to a depth.  REQUIRES: the execution has not ended, and the
  // script is at least that long.
  void resume(std::size_t to_depth);

  // Adjusts the scheduler after the program's memory was restored to its state at `depth` steps of
  // the script.  The first `same` of them equal the steps executed last.
  void put_back(std::size_t depth, std::size_t same);

  // Sets whether dead stacks and ended threads are cleared, so that their remains do not
  // distinguish equal states.
  void keep_clean(bool clean) { flags().keeps_stacks_clean = clean; }

  std::vector<ScriptStep>& script() { return script_; }
  // The number of executed steps of the script.
  std::size_t depth() const { return depth_; }
  // The executed steps, as decisions.
  Schedule schedule() const;

  // The verdict of the execution: `running` while it has not ended, `cut` if it was interrupted.
  Verdict ended() const { return ended_; }
  // The context of the thread that ended the execution by calling a function that does not return.
  // Null if that thread's stack has no program frame left.
  void* last_context() const { return has_last_frames_ ? abandoned_ : nullptr; }
  // A failure as a fiber notes it.  It is not a Failure because its storage is fixed: the runtime
  // must not allocate on a fiber or in a signal handler.  NativeSystem makes the Failure of it.
  struct FailureRecord {
    FailureKind kind = FailureKind::assertion;
    ThreadId thread = kNoThread;
    std::uint64_t address = 0;
    const char* exception_type = nullptr;  // mangled; for an uncaught exception
    std::size_t frames = 0;
    Site stack[64] = {};
    char text[1024] = {};
  };
  const FailureRecord& failure_record() const { return failure_record_; }

  // Sets whether an execution continues after a failure that leaves its further behavior
  // meaningful.
  void set_goes_on(bool goes_on) { goes_on_ = goes_on; }
  // Sets whether a step that does not end is no failure.
  void set_ignores_endless_steps(bool ignores) { ignores_endless_steps_ = ignores; }
  // Whether other threads may run beside such a step.
  bool leaves_endless_steps() const { return goes_on_ || ignores_endless_steps_; }
  // Makes such a failure end the execution nevertheless if it has this text and occurs after
  // `depth` steps of the script.  A recorded schedule leads to that failure.  Null means none.
  // Keeps the pointer.
  void end_at(const char* text, std::size_t depth) {
    wanted_ = text;
    wanted_depth_ = depth;
  }
  // The failures of the last step, or before the first step, after which the execution continued.
  std::span<const FailureRecord> reported() const { return {reported_, reported_count_}; }

  struct Mismatch {
    bool found = false;
    std::size_t step = 0;
    ThreadId thread = kNoThread;
    Operation expected;
    Operation announced;
  };
  const Mismatch& mismatch() const { return mismatch_; }

  // Whether the program used a feature that Heddle does not support. failure_record().text names
  // it.
  bool refused() const { return refused_; }

  // The thread pointer through which the engine reaches its thread_local variables.
  void* engine_pointer() const { return engine_pointer_; }

  // ---- called on a fiber, by the interposed functions ----

  // Pauses the current thread before `operation`.  Returns when the thread was chosen to perform
  // it.  Inline, so that the operation is built in its final place: a block copy right after
  // piecewise stores is slow.
  [[gnu::always_inline]] void announce(const Operation& operation) {
    current_thread().pending = operation;
    announce_pending();
  }
  // Not inlined: reads its return address.
  [[gnu::noinline]] void announce_pending();

  // Creates the fiber of a new thread with a stack of at least `stack` bytes, writes its handle,
  // and runs it to its first announcement.
  void create(pthread_t* handle, void* (*routine)(void*), void* argument, bool detached,
              std::size_t stack = 0);

  // Ends the current thread.
  [[noreturn]] void exit_thread(void* result);

  // Ends the execution: normally, with a failure, or with a refusal.  `site` is the program's call
  // of a function that ends it; kNoSite means that main has returned.
  [[noreturn]] void finish(Site site = kNoSite);
  [[noreturn]] void fail(FailureKind kind, const char* message, std::uint64_t address = 0);
  // Reports a failure after which the program's behavior remains meaningful.  Returns if the
  // execution continues.
  void report(FailureKind kind, const char* message, std::uint64_t address = 0);
  // Fails from within a signal handler; `interrupted` is the interrupted instruction.
  [[noreturn]] void fail_at(Site interrupted, FailureKind kind, const char* message,
                            std::uint64_t address = 0);
  // Pauses a thread that was interrupted in a step that does not end, and then ends the execution.
  [[noreturn]] void end_endless_step(EndlessLoop loop);
  // Stops the execution at its present point, because the run is over.  Called in a signal
  // handler.
  [[noreturn]] void interrupt();
  [[noreturn]] void fail_with_exception(const char* mangled_type, const char* what);
  [[noreturn]] void refuse(const char* sentence);
  [[noreturn, gnu::cold]] void leave_foreign_stack(std::uintptr_t frame);

  ControlBlocks& control_blocks() { return control_blocks_; }

 private:
  friend struct FiberEntry;

  bool is_wanted(const char* message) const;
  void run_fiber();
  void make_fiber(Thread& thread);
  void pass_base(Thread& self);
  void* next_context(const Thread* self);
  void* context_after(Thread* self);
  [[gnu::cold]] void note_mismatch(const ScriptStep& step, const Thread& next);
  void* context_of(const Thread& next);
  void leave(void*& context, void* to, FloatingPoint present);
  void leave_thread(Thread& self, void* to);
  static void note_failure(FailureRecord& into, FailureKind kind, const char* message,
                           std::uint64_t address);
  [[noreturn]] void end(Verdict verdict);
  Thread* joiner_of(ThreadId exited);

  Body body_;
  SharedSchedule shared_;
  ControlBlocks control_blocks_;
  std::vector<ScriptStep> script_;
  std::size_t depth_ = 0;
  std::size_t limit_ = 0;  // the script is followed to this depth
  Verdict ended_ = Verdict::running;
  FailureRecord failure_record_;
  // One more in the same step ends the execution, so that no failure is lost.
  static constexpr std::size_t kMostReported = 8;
  bool goes_on_ = false;
  bool ignores_endless_steps_ = false;
  std::size_t reported_count_ = 0;
  FailureRecord reported_[kMostReported];
  const char* wanted_ = nullptr;
  std::size_t wanted_depth_ = 0;
  bool refused_ = false;
  bool stops_at_base_ = false;
  bool is_at_base_ = false;
  Mismatch mismatch_;

  void* engine_context_ = nullptr;
  void* engine_pointer_ = nullptr;
  std::uintptr_t departure_ = 0;  // the engine's stack address at a switch to a fiber
  FloatingPoint initial_floating_point_ = kDefaultFloatingPoint;  // of the main thread
  FloatingPoint present_floating_point_ = kDefaultFloatingPoint;  // at the last switch
  FloatingPointRoom floating_point_room_;
  void* abandoned_ = nullptr;      // the context of a fiber that never resumes
  bool has_last_frames_ = false;   // the program called a function that ended the execution
  bool resumed_by_exit_ = false;   // the resumed thread joined one that just ended: no step
  bool goes_straight_ = false;     // the resumed thread continues without a choice: no step
  void** save_context_ = nullptr;  // where to save the context that is being left
};

inline Scheduler& scheduler() { return *runtime().scheduler; }

// Maps creation paths to thread ids: the k-th child of a parent is the same thread in every
// execution.  Not rolled back.
class ThreadPaths {
 public:
  // Returns whether the child has an id or can be given one.
  bool has_room(ThreadId parent, std::uint16_t ordinal) const;
  // REQUIRES: has_room.
  ThreadId child(ThreadId parent, std::uint16_t ordinal);
  // Gives a path the id that it had in an earlier process.  Returns false if it already has a
  // different id here, or is not a path.
  bool name(ThreadId thread, std::string_view path);
  // Returns the path as text: "0", "0.1", "0.1.0".
  std::string text(ThreadId thread) const;
  std::size_t size() const { return size_; }
  // Returns the creator, and which of its children the thread is.
  ThreadId parent(ThreadId thread) const { return names_[index(thread)].parent; }
  std::uint16_t ordinal(ThreadId thread) const { return names_[index(thread)].ordinal; }

  // Takes new ids from a table that several processes share: (parent << 16 | ordinal) + 1 by id, 0
  // if the id is free.  So a path has the same id in all of them.  REQUIRES: the table has
  // kMaxThreads entries, and agrees with the ids given so far.  If `wanted` is not null, another
  // process enters paths: this one writes there which path it wants, and waits.
  void share(std::atomic<std::uint64_t>* table, std::atomic<std::uint64_t>* wanted);

 private:
  ThreadId shared_child(ThreadId parent, std::uint16_t ordinal);
  std::uint64_t enter(std::atomic<std::uint64_t>& place, std::uint64_t path) const;

  struct Name {
    ThreadId parent = kNoThread;
    std::uint16_t ordinal = 0;
  };
  Name names_[kMaxThreads] = {};
  std::size_t size_ = 1;
  std::atomic<std::uint64_t>* shared_ = nullptr;
  std::atomic<std::uint64_t>* wanted_ = nullptr;
};

ThreadPaths& thread_paths();

}  // namespace heddle::native
