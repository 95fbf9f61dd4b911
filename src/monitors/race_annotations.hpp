// What a program tells a race detector about itself, by ThreadSanitizer's annotations: accesses not
// to look at, and memory on which races are meant.  Of one execution; what was told before the
// exploration holds in all.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"

namespace heddle::native {

// What an annotation names is another object than an atomic at the same address, which orders by
// its memory order alone.
inline ObjectId annotated(std::uintptr_t address) {
  return ObjectId{address | std::uintptr_t{1} << 63};
}

inline bool is_annotated(ObjectId object) { return static_cast<std::uintptr_t>(object) >> 63 != 0; }

enum class Ignored : std::uint8_t { reads, writes, both };

// Nested calls count.
void begin_ignoring(ThreadId thread, Ignored what);
void end_ignoring(ThreadId thread, Ignored what);
bool is_ignored(ThreadId thread, bool writes);

void allow_races(std::uintptr_t address, std::size_t size);
bool allows_races(std::uintptr_t address);

// A mutex of the program's own whose functions may be in a library without instrumentation, as
// those of Abseil are: where its first word has changed, the thread that ran has locked or unlocked
// it.
void announce_mutex(std::uintptr_t address);
// Its functions are annotated, or it is no more.
void forget_mutexes(std::uintptr_t address, std::size_t size);

[[gnu::visibility("hidden")]] extern bool g_has_announced_mutexes;
// Orders the thread by the announced mutexes that have changed since the last call.  To be called
// before anything is told to the detector, and before another thread runs.
void look_at_mutexes(ThreadId thread);

// A new execution begins.
void forget_annotations();

}  // namespace heddle::native
