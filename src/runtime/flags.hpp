// The flags that interposed calls read.  Every call reads some of them, most calls read several.
// So they share one cache line, at the start of the root.
#pragma once

#include <cstdint>

#include "system/relations.hpp"

namespace heddle::native {

// Which plain accesses are scheduling points.
enum class PlainPoints : std::uint8_t {
  none,
  shared,  // to memory that threads share, see shared_memory.hpp
  all,     // but for those to a thread's own stack and variables, see private_memory.hpp
  racing,  // to memory where data races were found, see racing_memory
};

// Whether the race detector follows the execution, see race_watch.hpp.
enum class RaceWatch : std::uint8_t {
  off,
  note,  // the execution goes on
  fail,  // the first race ends the execution
};

// Whether accesses between two scheduling points are logged, see block_log.hpp.
enum class BlockWatch : std::uint8_t {
  off,
  learn,  // only learn which threads touch which memory
  log,
};

struct alignas(64) Flags {
  // True until the program's first code runs, and again whenever the engine runs.  Not
  // thread_local: that would lie in the borrowed control block.
  bool in_engine = true;
  // True while an exploration is under way in this process; otherwise every interposed function is
  // the original.
  bool exploring = false;
  // The memory changes of the present step so far, and those of its atomic operations.  Not rolled
  // back: they concern a single step.
  MemoryChange memory_change = MemoryChange::some;
  MemoryChange atomic_change = MemoryChange::some;
  PlainPoints plain_points = PlainPoints::none;
  RaceWatch race_watch = RaceWatch::off;
  BlockWatch block_watch = BlockWatch::off;
  // Whether the search reorders steps.  If so, side effects are logged.  The last live thread then
  // pauses like any other until it has joined the threads that ended before it: its side effects
  // may conflict with theirs.
  bool reorders = false;
  // Whether the race detector follows mutexes that the program announced, see race_annotations.hpp.
  bool has_announced_mutexes = false;
  bool heap_is_ready = false;
  // Whether the search compares states.
  bool keeps_stacks_clean = false;
  // Whether a rare path of a callback has written to the stack below the callback's frame.
  bool dirtied_stack = false;
  // Sticky: whether any execution has used the kernel so far, see kernel_state.hpp.
  bool kernel_is_used = false;
  // Whether state hashes have 128 bits.  Changed only while no state was hashed.
  bool wide_hashes = true;
  // Whether only a part of the operations are scheduling points, see scope.hpp.
  bool has_scope = false;
  // Whether dead stack slots keep their values while a debugger watches.
  bool shows_dead_slots = false;
  // Whether the program may use OpenMP, see openmp.hpp.
  bool has_openmp = false;
};
static_assert(sizeof(Flags) == 64);

}  // namespace heddle::native
