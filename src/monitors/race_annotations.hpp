// Stores ThreadSanitizer annotations of the program for the race detector: accesses to ignore, and
// memory with intended races.  The annotations hold for one execution; those made before the
// exploration hold for all executions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/ids.hpp"

namespace heddle::native {

// Returns the object that an annotation names.  It differs from an atomic at the same address,
// which orders threads only by its memory order.
inline ObjectId annotated(std::uintptr_t address) {
  return ObjectId{address | std::uintptr_t{1} << 63};
}

inline bool is_annotated(ObjectId object) { return static_cast<std::uintptr_t>(object) >> 63 != 0; }

// The events of a thread that the detector ignores: plain accesses, and the happens-before edges of
// its synchronisation.
enum class Ignored : std::uint8_t { reads, writes, accesses, edges, all };

// Calls nest: each begin_ignoring needs its end_ignoring.
void begin_ignoring(ThreadId thread, Ignored what);
void end_ignoring(ThreadId thread, Ignored what);
bool is_ignored(ThreadId thread, bool writes);
bool ignores_edges(ThreadId thread);

void allow_races(std::uintptr_t address, std::size_t size);
bool allows_races(std::uintptr_t address);

// Announces a mutex that the program implements itself, with functions that may be in a library
// without instrumentation, as in Abseil.  If its first word has changed, the thread that ran has
// locked or unlocked it.
void announce_mutex(std::uintptr_t address);
// Forgets announced mutexes in the memory: their functions are annotated, or they no longer exist.
void forget_mutexes(std::uintptr_t address, std::size_t size);

// Orders the thread by the announced mutexes that have changed since the last call.  REQUIRES:
// called before each event that is passed to the detector, and before another thread runs.
void look_at_mutexes(ThreadId thread);

// Begins a new execution: forgets the annotations of the last one.
void forget_annotations();

// The annotations of the current execution so far, for a return to this moment.
struct AnnotationsOfExecution;
std::shared_ptr<const AnnotationsOfExecution> annotations_of_execution();
void restore_annotations(const AnnotationsOfExecution& annotations);

}  // namespace heddle::native
