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
#include "runtime/fiber/control_blocks.hpp"
#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/fiber/floating_point.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

class StepRecorder;

struct ScriptStep {
  Decision decision;
  Operation expected;
};

// The program's entry: `main`, or the callable given to heddle::explore.
struct Body {
  void (*function)(void*) = nullptr;
  void* argument = nullptr;
};

// Where the schedule being executed can be read by another process, even after this one has died.
struct SharedSchedule {
  Decision* decisions = nullptr;
  std::size_t capacity = 0;
  std::atomic<std::uint32_t>* length = nullptr;
};

class Scheduler {
 public:
  // ---- called by the engine ----

  // REQUIRES: called once, on the stack and thread pointer that the main thread of the program
  // shall have.
  void prepare(Body body, SharedSchedule shared);

  // Starts the program anew on the main fiber and follows the script up to a depth.  REQUIRES: the
  // program's memory was reset.
  void start(std::size_t to_depth);

  // Follows the script further, up to a depth.  REQUIRES: the execution has not ended, and the
  // script goes as far.
  void resume(std::size_t to_depth);

  // The program's memory was put back to what it was after so many steps of the script, of which
  // the first `same` are those taken last.
  void put_back(std::size_t depth, std::size_t same);

  // Whether dead stacks and ended threads leave nothing behind that would tell equal states apart.
  void keep_clean(bool clean) { g_keeps_stacks_clean = clean; }

  std::vector<ScriptStep>& script() { return script_; }
  // Steps of the script that were taken.
  std::size_t depth() const { return depth_; }
  // Those, as decisions.
  Schedule schedule() const;

  // How the execution ended; running while it has not, cut if it was interrupted.
  Verdict ended() const { return ended_; }
  // The context of the thread that ended it, which calls a function that does not return.  Null if
  // no frame of the program is left on that thread's stack.
  void* last_context() const { return has_last_frames_ ? abandoned_ : nullptr; }
  // What went wrong.  Fixed storage: it is written on a fiber, where nothing of ours may allocate.
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

  // Whether an execution goes on after a failure that leaves it a meaning.
  void set_goes_on(bool goes_on) { goes_on_ = goes_on; }
  // Such a failure ends the execution all the same if it has this text, after so many steps of the
  // script: the one that a recorded schedule leads to.  Null: none does.  Keeps the pointer.
  void end_at(const char* text, std::size_t depth) {
    wanted_ = text;
    wanted_depth_ = depth;
  }
  // The failures of the last step, or of the time before the first, after which it went on.
  std::span<const FailureRecord> reported() const { return {reported_, reported_count_}; }

  struct Mismatch {
    bool found = false;
    std::size_t step = 0;
    ThreadId thread = kNoThread;
    Operation expected;
    Operation announced;
  };
  const Mismatch& mismatch() const { return mismatch_; }

  // The program used something that Heddle cannot run; failure record().text says what.
  bool refused() const { return refused_; }

  // What the engine's thread-local variables are reached by.
  void* engine_pointer() const { return engine_pointer_; }

  void set_recorder(StepRecorder* recorder) { recorder_ = recorder; }

  // ---- called on a fiber, by the interposed functions ----

  // Pauses the current thread before `operation`.  Returns when it was chosen to perform it.
  // Inline, so that the operation is put together where it stays: what was just written in pieces
  // is slow to be copied at once.
  [[gnu::always_inline]] void announce(const Operation& operation) {
    current_thread().pending = operation;
    announce_pending();
  }
  void announce_pending();

  // Makes the fiber of a new thread with a stack of at least so many bytes, writes its handle, and
  // runs it to its first announcement.
  void create(pthread_t* handle, void* (*routine)(void*), void* argument, bool detached,
              std::size_t stack = 0);

  // The current thread is done.
  [[noreturn]] void exit_thread(void* result);

  // The whole execution is done: well, with a failure, or with a refusal.  `site` is where the
  // program called a function that ends it; kNoSite: its main has returned.
  [[noreturn]] void finish(Site site = kNoSite);
  [[noreturn]] void fail(FailureKind kind, const char* message, std::uint64_t address = 0);
  // A failure with a meaning of its own: returns if the execution goes on.
  void report(FailureKind kind, const char* message, std::uint64_t address = 0);
  // In a signal handler; `interrupted` is the instruction that the signal came at.
  [[noreturn]] void fail_at(Site interrupted, FailureKind kind, const char* message,
                            std::uint64_t address = 0);
  // In a signal handler: leaves the execution where it is, since the run is over.
  [[noreturn]] void interrupt();
  [[noreturn]] void fail_with_exception(const char* mangled_type, const char* what);
  [[noreturn]] void refuse(const char* sentence);
  [[noreturn, gnu::cold]] void refuse_stack();

  StepRecorder* recorder() const { return recorder_; }
  ControlBlocks& control_blocks() { return control_blocks_; }

 private:
  friend struct FiberEntry;

  void run_fiber();
  void make_fiber(Thread& thread);
  void* next_context(const Thread* self);
  [[gnu::cold]] void note_mismatch(const ScriptStep& step, const Thread& next);
  void* context_of(const Thread& next);
  void leave(void*& context, void* to);
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
  // More in one step end the execution: none is forgotten.
  static constexpr std::size_t kMostReported = 8;
  bool goes_on_ = false;
  std::size_t reported_count_ = 0;
  FailureRecord reported_[kMostReported];
  const char* wanted_ = nullptr;
  std::size_t wanted_depth_ = 0;
  bool refused_ = false;
  Mismatch mismatch_;
  StepRecorder* recorder_ = nullptr;

  void* engine_context_ = nullptr;
  void* engine_pointer_ = nullptr;
  std::uintptr_t departure_ = 0;  // where on its stack the engine leaves
  FloatingPoint initial_floating_point_ = kDefaultFloatingPoint;  // of the main thread
  void* abandoned_ = nullptr;      // the context of a fiber that will not go on
  bool has_last_frames_ = false;   // the program called a function that ended the execution
  bool resumed_by_exit_ = false;   // the thread being resumed joined one that just ended: no step
  void** save_context_ = nullptr;  // where the context of whoever is being left is to be kept
};

// Usable before any constructor ran, and never destroyed: fibers refer to it while the process goes
// down.
union ImmortalScheduler {
  constexpr ImmortalScheduler() : scheduler() {}
  ~ImmortalScheduler() {}
  Scheduler scheduler;
};
[[gnu::visibility("hidden")]] extern ImmortalScheduler g_scheduler;
inline Scheduler& scheduler() { return g_scheduler.scheduler; }

// Ids by creation path: the k-th child of a parent is the same thread in every execution.  Not
// rolled back.
class ThreadPaths {
 public:
  // Whether the child has a name or can be given one.
  bool has_room(ThreadId parent, std::uint16_t ordinal) const;
  // REQUIRES: has_room.
  ThreadId child(ThreadId parent, std::uint16_t ordinal);
  // Gives a path its number of an earlier process.  False when it has another one here already, or
  // is no path.
  bool name(ThreadId thread, std::string_view path);
  // "0", "0.1", "0.1.0".
  std::string text(ThreadId thread) const;
  std::size_t size() const { return size_; }

 private:
  struct Name {
    ThreadId parent = kNoThread;
    std::uint16_t ordinal = 0;
  };
  Name names_[kMaxThreads] = {};
  std::size_t size_ = 1;
};

ThreadPaths& thread_paths();

}  // namespace heddle::native
