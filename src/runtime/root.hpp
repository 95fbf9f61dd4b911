// The root of the runtime: its only global variable.  Interposed functions have no argument through
// which they could reach the runtime's state, so they reach it from here.
//
// It is usable before any constructor has run: the program's first call of malloc may come earlier.
// It lies in libheddle's data, which is no part of the program's state.
#pragma once

#include <cstdint>

#include "runtime/flags.hpp"
#include "runtime/heap/managed_heap.hpp"
#include "runtime/memory_layout.hpp"
#include "runtime/model_hooks.hpp"
#include "runtime/plain_spin.hpp"
#include "runtime/runtime_events.hpp"
#include "system/state_view.hpp"

namespace heddle::native {

// Parts of the runtime.
class ForeignLines;
class Scheduler;
class StepAccesses;
class ThreadPaths;
struct CppRuntimeCode;
struct DebuggerText;
struct EarlyLibraries;
struct FaultSignal;
struct FiberStacks;
struct FileChanges;
struct KernelState;
struct OpenMpLibraries;
struct ProgramCode;
struct ProgramUses;
struct RealKeys;
struct Scope;
struct SpinProbe;
struct StackWalk;
struct StartStringsMemory;
struct StaticObjects;
struct StepSamples;
struct Timers;
// Parts of snapshots.
class BlockPool;
class DirtyPages;
class MemoryImage;
struct Callees;
struct DeadSlotTable;
struct FaultDecoder;
struct FrameLayouts;
struct FrameUseReader;
struct InstructionReader;
struct LiveRegisterTable;
struct MemoryUseReader;
struct PausedStackWalk;
struct UpdateSites;
// Parts of the monitors.
class BlockLog;
class BlockRaces;
class ForeignStackUses;
class PrivateMemory;
class RaceNotes;
class SideEffectLog;
struct IgnoredAccesses;
struct LockWatch;
struct RaceAnnotations;
struct RacingCells;
struct SharedCells;
struct SuspectCells;
struct UnseenCallTable;
struct WeakOperations;
struct WeakOrderKeys;
// Parts of the interposed functions.
struct Conversions;
struct LoadedLocales;
struct RandomFile;

// Marks of threads that are not part of their records in the World.
struct ThreadMarks {
  // Whether a record may have changed although its thread did not run.  The code that scans for
  // changes clears the mark.
  bool record_is_touched[kMaxThreads] = {};
  // Whether the thread has run since its stack was last cleaned, and up to where it was cleaned.
  bool stack_is_used[kMaxThreads] = {};
  std::uintptr_t stack_is_clean_below[kMaxThreads] = {};
};

struct Runtime {
  Flags flags{};

  Scheduler* scheduler;                 // never null
  StepAccesses* step_accesses;          // never null
  StepObserver* observer = nullptr;     // null unless an execution is recorded
  MemoryImage* memory_image = nullptr;  // null until it is needed
  // Lies in a page that the kernel clears in a copy of the process, see fork_guard.hpp.
  const std::uint64_t* process_mark;
  // Called before a constructor of the program starts a thread; null when it may.
  void (*before_early_thread)() = nullptr;
  RuntimeEvents events{};
  ModelHooks model_hooks{};
  ManagedHeap heap{nullptr};
  PlainSpin plain_spin{};
  ThreadMarks threads{};
  ExcludedChoices excluded{};  // counted while the threads of a state are looked at
  bool world_is_mapped = false;
  // Sticky: the program protected or unmapped pages for which the heap has no record.
  bool memory_is_protected = false;
  // Sticky: several threads printed to stdout or stderr, in an order that is not explored.
  bool output_is_shared = false;
  ThreadId first_printers[2] = {kNoThread, kNoThread};  // of stdout and of stderr
  bool has_lasting_memory = false;      // sticky: the program mapped memory that is not restored
  bool lowers_limits = false;           // sticky: of the process, which nothing enforces
  bool starts_processes = false;        // sticky: by fork
  bool has_own_code = false;            // sticky: the program made memory of the heap executable
  bool ran_parallel_algorithm = false;  // sticky: of std::execution, on more than one thread
  bool is_worker = false;               // the command has started this process
  bool runs_constructors = false;       // of a program that will be explored from main on
  bool had_children = false;            // when the fork guard was installed
  // Before the exploration: the nanoseconds that have passed, and the random numbers drawn.
  std::uint64_t early_time = 0;
  std::uint32_t early_numbers = 0;
  unsigned handler_depth = 0;  // nested signal handlers, see crash_guard.cpp
  // Locks of real threads, which exist only outside an exploration.
  bool heap_is_locked = false;
  bool wide_atomics_are_locked = false;

  // The other parts, null until their first use.  Those that are used in one source file are
  // defined there.
  CppRuntimeCode* cpp_runtime_code = nullptr;
  DebuggerText* debugger_text = nullptr;
  EarlyLibraries* early_libraries = nullptr;
  FaultSignal* fault_signal = nullptr;
  FiberStacks* fiber_stacks = nullptr;
  FileChanges* file_changes = nullptr;
  ForeignLines* foreign_lines = nullptr;
  KernelState* kernel_state = nullptr;
  OpenMpLibraries* openmp_libraries = nullptr;
  ProgramCode* program_code = nullptr;
  ProgramUses* program_uses = nullptr;
  RealKeys* real_keys = nullptr;
  Scope* scope = nullptr;
  SpinProbe* spin_probe = nullptr;
  StackWalk* stack_walk = nullptr;
  StartStringsMemory* start_strings_memory = nullptr;
  StaticObjects* static_objects = nullptr;
  StepSamples* step_samples = nullptr;
  ThreadPaths* thread_paths = nullptr;
  Timers* timers = nullptr;

  BlockPool* block_pool = nullptr;
  DeadSlotTable* dead_slot_table = nullptr;
  DirtyPages* dirty_pages = nullptr;
  FaultDecoder* fault_decoder = nullptr;
  FrameLayouts* frame_layouts = nullptr;
  FrameUseReader* frame_use_reader = nullptr;
  InstructionReader* instruction_reader = nullptr;
  LiveRegisterTable* live_register_table = nullptr;
  MemoryUseReader* memory_use_reader = nullptr;
  Callees* callees = nullptr;
  PausedStackWalk* paused_stack_walk = nullptr;
  UpdateSites* update_sites = nullptr;

  BlockLog* block_log = nullptr;
  BlockRaces* block_races = nullptr;
  ForeignStackUses* foreign_stack_uses = nullptr;
  IgnoredAccesses* ignored_accesses = nullptr;
  LockWatch* lock_watch = nullptr;
  PrivateMemory* private_memory = nullptr;
  RaceAnnotations* race_annotations = nullptr;
  RaceNotes* race_notes = nullptr;
  RacingCells* racing_cells = nullptr;
  SharedCells* shared_cells = nullptr;
  SideEffectLog* side_effect_log = nullptr;
  SuspectCells* suspect_cells = nullptr;
  UnseenCallTable* unseen_call_table = nullptr;
  WeakOperations* weak_operations = nullptr;
  WeakOrderKeys* weak_order_keys = nullptr;

  Conversions* conversions = nullptr;
  LoadedLocales* loaded_locales = nullptr;
  RandomFile* random_file = nullptr;
};

// Hidden, so that an access needs no indirection.
[[gnu::visibility("hidden")]] extern constinit Runtime g_runtime;

inline Runtime& runtime() { return g_runtime; }
inline Flags& flags() { return g_runtime.flags; }
inline PlainSpin& plain_spin() { return g_runtime.plain_spin; }
inline StepAccesses& step_accesses() { return *g_runtime.step_accesses; }

inline void report_access(const void* address, std::size_t size, bool writes) {
  const auto accessed = g_runtime.model_hooks.accessed;
  if (accessed != nullptr) accessed(address, size, writes);
}

inline void report_copy(const void* to, const void* from, std::size_t size) {
  report_access(from, size, false);
  report_access(to, size, true);
}

inline void report_failed_assertion(const char* message) {
  const auto failed = g_runtime.model_hooks.assertion_failed;
  if (failed != nullptr) failed(message);
}

// Returns a part, which is made at its first use.  It is never destroyed: fibers refer to it while
// the process exits.  REQUIRES: allocations are the engine's, see engine_thread.hpp.
template <typename Part>
[[gnu::noinline, gnu::cold]] Part& allocate_part(Part*& part) {
  part = new Part;
  return *part;
}
template <typename Part>
Part& allocated_part(Part*& part) {
  return part != nullptr ? *part : allocate_part(part);
}

// Does the same where nothing may be allocated: on a fiber, in a signal handler, before main.
// REQUIRES: the root has one part of this type.
template <typename Part>
Part& static_part(Part*& part) {
  static constinit Part storage{};
  if (part == nullptr) [[unlikely]]
    part = &storage;
  return *part;
}

}  // namespace heddle::native
