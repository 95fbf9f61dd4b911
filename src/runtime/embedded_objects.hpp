// Heddle's synchronisation objects (sync/), embedded in the bytes of the program's pthread_mutex_t,
// pthread_once_t or guard of a static.  They need no table and are rolled back with the program's
// memory.  All-zero static initialisers mean the same as in the C library.
#pragma once

#include <pthread.h>
#include <semaphore.h>

#include <cstdint>
#include <cstring>

#include "core/ids.hpp"
#include "sync/barrier.hpp"
#include "sync/mutex.hpp"
#include "sync/once.hpp"
#include "sync/rwlock.hpp"
#include "sync/semaphore.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::native {

template <typename T>
ObjectId object_of(const T* address) {
  return ObjectId{reinterpret_cast<std::uintptr_t>(address)};
}

inline void* address_of(ObjectId object) {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(object));
}

// Word `number` of an object of the C library.
inline std::uint32_t& word_of(ObjectId object, std::size_t number) {
  return static_cast<std::uint32_t*>(address_of(object))[number];
}

// The C library's static initialisers put a mutex's type into the fifth word, on both
// architectures.
inline constexpr std::size_t kMutexTypeWord = 4;

// The value that destroying leaves there; the C library uses the same.
inline constexpr std::uint32_t kDestroyedMutex = ~std::uint32_t{0};
// Bits of the C library in the same word: with a priority ceiling, shared between processes; and
// robust.
inline constexpr std::uint32_t kUnsupportedMutex = 64 | 128;
inline constexpr std::uint32_t kRobustMutex = 16;

inline bool is_unsupported_mutex(ObjectId object) {
  const std::uint32_t type = word_of(object, kMutexTypeWord);
  return (type & kUnsupportedMutex) != 0 && type != kDestroyedMutex;
}

inline sync::Mutex& mutex_at(ObjectId object) {
  static_assert(sizeof(sync::Mutex) <= kMutexTypeWord * sizeof(std::uint32_t));
  auto* mutex = static_cast<sync::Mutex*>(address_of(object));
  const std::uint32_t word = word_of(object, kMutexTypeWord);
  const std::uint32_t type = word & 3U;
  const auto wanted = word == kDestroyedMutex            ? sync::MutexType::destroyed
                      : type == PTHREAD_MUTEX_RECURSIVE  ? sync::MutexType::recursive
                      : type == PTHREAD_MUTEX_ERRORCHECK ? sync::MutexType::error_checking
                                                         : sync::MutexType::normal;
  if (mutex->type != wanted) mutex->type = wanted;
  const bool is_robust = word != kDestroyedMutex && (word & kRobustMutex) != 0;
  if (is_robust != (mutex->robustness != sync::Robustness::none)) {
    mutex->robustness = is_robust ? sync::Robustness::consistent : sync::Robustness::none;
  }
  return *mutex;
}

// Marks destroyed objects that the C library leaves unmarked, in words that it never uses.
inline constexpr std::uint32_t kDestroyed = 0xdeade9d5;

// A pthread_cond_t: nothing but the clock of its deadlines, which the C library keeps in word 9.
inline constexpr std::uint32_t kMonotonicCondition = 2;
inline std::uint32_t& condition_clock(ObjectId object) { return word_of(object, 9); }
inline std::uint32_t& condition_mark(ObjectId object) { return word_of(object, 0); }

// A pthread_rwlock_t: the C library leaves words 4 to 9 of a free one zero, and word 10 unused; it
// keeps in word 12 whether writers go first.
inline sync::RwLock& rwlock_at(ObjectId object) {
  static_assert(sizeof(sync::RwLock) == 6 * sizeof(std::uint32_t));
  return *reinterpret_cast<sync::RwLock*>(&word_of(object, 4));
}
inline std::uint32_t& rwlock_mark(ObjectId object) { return word_of(object, 10); }
inline std::uint32_t& rwlock_preference(ObjectId object) { return word_of(object, 12); }

inline sync::SpinLock& spin_lock_at(ObjectId object) {
  static_assert(sizeof(sync::SpinLock) == sizeof(pthread_spinlock_t));
  return *static_cast<sync::SpinLock*>(address_of(object));
}

// A pthread_barrier_t: the C library keeps the number that it takes in word 2, which is never 0.
inline sync::Barrier& barrier_at(ObjectId object) {
  return *reinterpret_cast<sync::Barrier*>(&word_of(object, 2));
}

// A sem_t: the C library keeps the count in the first word, and uses no more than three.
inline sync::Semaphore& semaphore_at(ObjectId object) {
  return *static_cast<sync::Semaphore*>(address_of(object));
}
inline std::uint32_t& semaphore_mark(ObjectId object) { return word_of(object, 4); }

// A pthread_once_t: an int that is 0 when fresh and 2 when done, as in the C library.
inline sync::Once load_once(const void* address) {
  std::uint32_t word;
  std::memcpy(&word, address, sizeof word);
  return {static_cast<sync::OncePhase>(word & 3U), static_cast<std::uint16_t>(word >> 8)};
}

inline void store_once(void* address, const sync::Once& once) {
  const std::uint32_t word =
      static_cast<std::uint32_t>(once.phase) | (std::uint32_t{once.runner} << 8);
  std::memcpy(address, &word, sizeof word);
}

// The guard of a function-local static: compiled code reads only the first byte, which is 1 when
// done.
inline sync::Once load_guard(const void* address) {
  std::uint8_t bytes[4];
  std::memcpy(bytes, address, sizeof bytes);
  if (bytes[0] != 0) return {sync::OncePhase::done, 0};
  if (bytes[1] == 0) return {};
  return {sync::OncePhase::running, static_cast<std::uint16_t>(bytes[2] | (bytes[3] << 8))};
}

inline void store_guard(void* address, const sync::Once& once) {
  const std::uint8_t bytes[4] = {
      once.phase == sync::OncePhase::done, once.phase == sync::OncePhase::running,
      static_cast<std::uint8_t>(once.runner & 0xff), static_cast<std::uint8_t>(once.runner >> 8)};
  std::memcpy(address, bytes, sizeof bytes);
}

}  // namespace heddle::native
