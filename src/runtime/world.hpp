// The World: the program state that Heddle models outside the program's own memory.  It is one
// trivially copyable block at a fixed address, so that a reset or a snapshot is a copy.  The
// engine's data about an execution (scripts, recordings, counters) is not part of it: see
// scheduler.hpp.
#pragma once

#include <pthread.h>

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/ids.hpp"
#include "core/operation.hpp"
#include "runtime/root.hpp"
#include "sync/parking.hpp"

namespace heddle::native {

inline constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
inline constexpr std::size_t kMaxKeys = 256;

enum class Life : std::uint8_t {
  unborn,
  starting,   // runs to its first announcement inside its creator's step
  announced,  // paused before `pending`
  running,    // on the processor
  exited,
};

// State of a thread's handle: which pthread calls on it are still valid.
// `left_behind`: the thread exists in the parent process only; it stays paused, with its stack.
enum class Handle : std::uint8_t { joinable, detached, joined, left_behind };

// A function to call at the end of a thread or of the program.
struct ExitHandler {
  void (*function)(void*) = nullptr;
  void* argument = nullptr;
  ExitHandler* next = nullptr;
};

// A static object whose destructor has run.
struct DestroyedStatic {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  DestroyedStatic* next = nullptr;
};

struct AnnotatedLock;
struct SignalTable;
struct LibraryState;

// The part of a thread record that distinguishes states.  It has no padding, because states are
// compared as memory.  Fields without meaning while the thread is paused are zero then.
struct ThreadState {
  ThreadId id = kNoThread;
  ThreadId creator = kNoThread;
  Life life = Life::unborn;
  Handle handle = Handle::joinable;
  std::uint16_t alternative = 0;  // chosen for the operation being performed
  std::uint16_t children = 0;
  std::uint16_t clock_reads = 0;   // in a row, see virtual_time.hpp
  bool hinted = false;             // the program said that it is spinning
  bool last_was_idle = false;      // the last atomic operation changed nothing
  std::uint16_t ordinal = 0;       // among its creator's children
  ThreadId joined_by = kNoThread;  // after its end
  std::uint16_t cancellation = 0;  // bits, see cancellation.hpp
  std::uint32_t cleanups = 0;      // of C functions, innermost first, see thread_end.hpp
  Operation pending;
  // While the thread is paused: the address where the program's frames begin (runtime frames are
  // below), and a hash of the program's live callee-saved registers.  See paused_frames.hpp.
  std::uintptr_t frames = 0;
  std::uint64_t registers[2] = {};
  std::uint64_t floating_point = 0;  // while it is paused, see fiber/floating_point.hpp
  // The mutexes that the thread holds: their number and the sum of their addresses.  In this form
  // the order of locking does not distinguish states, and a single mutex can still be named.
  std::uint32_t held_count = 0;
  std::uint32_t wait_count = 0;  // how often it held the mutex that its wait released
  std::uint64_t held_sum = 0;
  std::uint64_t recent = 0;  // its accesses since its last operation, see block_races.hpp
  sync::Parking parking;
  std::uint64_t deadline = kNever;    // virtual nanoseconds, while in a timed wait or asleep
  void* (*routine)(void*) = nullptr;  // until it starts; then a ScopeNote
  void* argument = nullptr;           // until it starts; then its place in an OpenMP team, if any
  void* result = nullptr;
  ExitHandler* exit_handlers = nullptr;  // destructors of its thread_local variables, newest first
  void** specific = nullptr;             // values of pthread keys
  // Value of the last atomic operation, which was `pending`.  It separates a spinning thread from
  // a working one, see spin.hpp.
  std::uint64_t last_value = 0;
  std::uint32_t last_step = 0;  // number of the step in which it was performed
  std::uint32_t entropy = 0;    // random numbers that it was given
  std::uint64_t blocked_signals = 0;
  std::uint64_t pending_signals = 0;
  char name[16] = {};  // by pthread_setname_np
};
static_assert(std::has_unique_object_representations_v<ThreadState>);

// How long a thread has been spinning.  Only searches that bound preemptions or require fairness
// use it.
struct SpinHistory {
  std::uint16_t idle_repeats = 0;
  std::uint16_t stray_hints = 0;  // hints that a different operation followed
  bool yields = false;            // asked to let others go first since its last step
  std::uint8_t idle_changes = 0;  // from one atomic operation in vain to another one, in a row
  std::uint16_t looked_at = 0;    // while it passes time: a digest of the cell that it reads next
};
static_assert(std::has_unique_object_representations_v<SpinHistory>);

// The context where a thread resumes.  It may differ between executions that reach the same
// scheduling point, so it does not distinguish states.
struct Pause {
  void* context = nullptr;          // while it is not on the processor
  const void* announced = nullptr;  // the place in our code that announced its operation
};

// The fields that change at every scheduling point lie together: see snapshot/memory_image.hpp.
struct Thread : Pause, ThreadState, SpinHistory {};
static_assert(sizeof(Thread) == sizeof(Pause) + sizeof(ThreadState) + sizeof(SpinHistory));

// The facts about a thread that scope.hpp needs.  They take the place of its routine, which has
// begun: a larger record costs time at every scheduling point.
struct ScopeNote {
  std::uint32_t focus_calls = 0;  // calls of instrumented functions in progress within the focus
  std::uint32_t is_straight = 0;  // a boolean: its pending operation is outside the focus
};
inline ScopeNote scope_note(const Thread& begun) { return std::bit_cast<ScopeNote>(begun.routine); }
inline void set_scope_note(Thread& begun, ScopeNote note) {
  begun.routine = std::bit_cast<void* (*)(void*)>(note);
}

struct PthreadKey {
  std::uint64_t used = 0;  // a boolean, without padding
  void (*destructor)(void*) = nullptr;
};

// The part of the state outside memory, threads and heap that distinguishes states.  It has no
// padding.
struct ProcessState {
  std::uint64_t now = 0;  // virtual nanoseconds since the program's start
  std::uint32_t early_timeouts_left = 0;
  std::uint32_t spurious_left = 0;
  ExitHandler* at_exit = nullptr;
  ExitHandler* at_quick_exit = nullptr;
  std::uint64_t exit_status = 0;  // given to exit; 0 while the program runs
  DestroyedStatic* destroyed = nullptr;
  AnnotatedLock* annotated_locks = nullptr;  // see monitors/annotated_locks.hpp
  SignalTable* signals = nullptr;            // null while the program has changed none
  std::uint64_t kernel_calls = 0;            // a hash of its kernel requests, see kernel_state.hpp
  // For scope.hpp: operations up to the first one of the window (0: it has begun, kNever: the start
  // was not reached), and those left in it, including one that ends it (kNever: no end).
  std::uint64_t before_window = 0;
  std::uint64_t window_left = kNever;
};
static_assert(std::has_unique_object_representations_v<ProcessState>);

// The small part of the World, which every reset copies as a whole.
struct WorldHead : ProcessState {
  // Any other value means that the program has written into the World.
  static constexpr std::uint64_t kIntact = 0x68656464'6c652121;
  std::uint64_t intact = 0;
  std::uint32_t threads_seen = 0;  // one past the highest id that was ever born in this execution
  std::uint32_t living = 0;
  std::uint32_t unjoined = 0;    // ended threads that have not been joined
  ThreadId current = kNoThread;  // on the processor
  ThreadId last = kNoThread;     // made the last step
  std::uint64_t steps = 0;
  std::uint32_t steps_alone = 0;  // operations that passed without a scheduling point, in a row
  // Operations in a row that were no choice of the search, see scope.hpp.
  std::uint32_t straight_steps = 0;
  LibraryState* library = nullptr;  // see library_state.hpp
  bool keys_changed = false;
};

struct World : WorldHead {
  std::array<PthreadKey, kMaxKeys> keys{};
  std::array<Thread, kMaxThreads> threads{};
  std::array<Arena, kMaxThreads> arenas{};
};

static_assert(sizeof(World) <= kWorldSize);

// Returns the World.  REQUIRES: map_world was called.  The address is a constant, so the access
// needs no load.
inline World& world() { return *reinterpret_cast<World*>(kWorldBase); }
inline const Thread& thread(ThreadId id) { return world().threads[index(id)]; }
inline Thread& current_thread() { return world().threads[index(world().current)]; }

// Returns the record of a thread that is not on the processor, for writing.
inline Thread& writable_thread(ThreadId id) {
  runtime().threads.record_is_touched[index(id)] = true;
  return world().threads[index(id)];
}

// Returns whether the thread is paused and may go on some time.
inline bool is_waiting(const Thread& thread) {
  return thread.life == Life::announced && thread.handle != Handle::left_behind;
}

// Records that the current thread has joined `ended`.
inline void note_joined(Thread& ended) {
  ended.handle = Handle::joined;
  ended.result = nullptr;
  ended.joined_by = world().current;
  --world().unjoined;
}

// Returns whether no other thread is alive and every step of other threads is ordered before the
// current thread's last join.
inline bool is_alone() { return world().living == 1 && world().unjoined == 0; }

// Maps the World at its address.  Idempotent.
void map_world();

// The program's heap, backed by the World's arenas.
void prepare_heap();
inline ManagedHeap& heap() {
  // The heap is used before any other part is initialized.
  if (!flags().heap_is_ready) [[unlikely]]
    prepare_heap();
  return runtime().heap;
}

}  // namespace heddle::native
