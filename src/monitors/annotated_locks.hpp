// Tracks the locks that the program implements itself and announces by ThreadSanitizer's
// annotations, and reports their misuse: locking a lock that another thread holds, unlocking one
// that the thread does not hold, destroying one that is held.  The state is part of the program's,
// so every search finds such a misuse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/ids.hpp"

namespace heddle::native {

// A lock that is held, or has flags.  One that is neither has no entry.
struct AnnotatedLock {
  std::uintptr_t address = 0;
  AnnotatedLock* next = nullptr;  // in the order of addresses, which no schedule changes
  std::uint32_t times = 0;        // the writer has locked it
  std::uint32_t readers = 0;
  std::uint32_t flags = 0;
  ThreadId writer = kNoThread;
  std::uint16_t unused_here = 0;
};
static_assert(std::has_unique_object_representations_v<AnnotatedLock>);

// REQUIRES, for all functions: on a fiber, for the current thread.

// Notes the flags of __tsan_mutex_create.  A lock that the linker initialises may be in use.
void note_lock_flags(std::uintptr_t address, std::uint32_t flags);

void note_annotated_lock(std::uintptr_t address, bool writes, std::uint32_t times);

// Returns how often the thread held the lock, if it releases it `entirely`; otherwise 1.
std::uint32_t note_annotated_unlock(std::uintptr_t address, bool writes, bool entirely);

// Notes the end of a lock, with the flags of __tsan_mutex_destroy.
void note_annotated_end(std::uintptr_t address, std::uint32_t flags);

// Counts annotations of the thread that begin to ignore events of it, and those that end it.
void note_ignoring_begin();
void note_ignoring_end();
// Returns whether the thread ignores events: its end would leave that unbalanced.
bool is_ignoring();

// Forgets the locks in memory that is freed.
void forget_annotated_locks(std::uintptr_t address, std::size_t size);

// The flag of a lock that the linker initialises, as defined by sanitizer/tsan_interface.h.
inline constexpr std::uint32_t kLinkerInitialised = 1U << 0;

}  // namespace heddle::native
