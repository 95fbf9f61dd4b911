// Our synchronisation objects inside the program's own: a pthread_mutex_t, a pthread_once_t or the
// guard of a static holds its meaning (sync/) in its own bytes, so that it is rolled back with the
// memory it lies in and needs no table.  All-zero static initialisers mean what they mean in the C
// library.
#pragma once

#include <pthread.h>

#include <cstdint>
#include <cstring>

#include "core/ids.hpp"
#include "sync/mutex.hpp"
#include "sync/once.hpp"

namespace heddle::native {

template <typename T>
ObjectId object_of(const T* address) {
  return ObjectId{reinterpret_cast<std::uintptr_t>(address)};
}

inline void* address_of(ObjectId object) {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(object));
}

// The C library's static initialisers put a mutex's type into the fifth word, on both
// architectures.
inline constexpr std::size_t kMutexTypeWord = 4;

inline sync::Mutex& mutex_at(ObjectId object) {
  static_assert(sizeof(sync::Mutex) <= kMutexTypeWord * sizeof(std::uint32_t));
  auto* words = static_cast<std::uint32_t*>(address_of(object));
  auto* mutex = reinterpret_cast<sync::Mutex*>(words);
  const std::uint32_t type = words[kMutexTypeWord] & 3U;
  const auto wanted = type == PTHREAD_MUTEX_RECURSIVE    ? sync::MutexType::recursive
                      : type == PTHREAD_MUTEX_ERRORCHECK ? sync::MutexType::error_checking
                                                         : sync::MutexType::normal;
  if (mutex->type != wanted) mutex->type = wanted;
  return *mutex;
}

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

// The guard of a function-local static: compiled code looks at the first byte alone, which is 1
// when done.
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
