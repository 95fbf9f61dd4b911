// __atomic_*: libatomic's functions, which compilers call for objects that no instruction accesses
// as a whole.  clang++ on x86-64 calls them for 16 bytes, every compiler for more.
#include <algorithm>

#include "core/xxh3.hpp"
#include "interpose/memory/atomic_operation.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kMostOfOperation = 255;  // bytes that an operation can name

std::uint64_t digest(const void* bytes, std::size_t size) { return ::XXH3_64bits(bytes, size); }

// Reports the access to the race detector in the pieces that it can take.
void watch_pieces(OpKind kind, char* cell, std::size_t size, int order, Site site) {
  for (std::size_t done = 0; done < size; done += sizeof(Wide)) {
    events::synchronizes(kind, reinterpret_cast<std::uintptr_t>(cell) + done,
                         std::min(sizeof(Wide), size - done), order, site);
  }
}

// Pauses before an operation on an object of any size.
// REQUIRES: the program is being explored.
void pause_before(OpKind kind, char* cell, std::size_t size, int order, const void* argument,
                  Site site) {
  const Operation operation{.kind = kind,
                            .size = static_cast<std::uint16_t>(std::min(size, kMostOfOperation)),
                            .memory_order = static_cast<std::uint8_t>(order),
                            .object = object_of(cell),
                            .value = argument == nullptr ? 0 : digest(argument, size),
                            .site = site};
  Thread& self = current_thread();
  const auto address = reinterpret_cast<std::uintptr_t>(cell);
  events::announces_atomic(self, address, size, kind != OpKind::atomic_load);
  if (!repeats_in_vain(self, operation, digest(cell, size))) scheduling_point(operation);
  events::performs_atomic(kind, address, size, order, site);
}

// Stores `value`, if there is one, after the old value went to `old`, if that is wanted.
void move_object(OpKind kind, std::size_t size, char* cell, const void* value, void* old, int order,
                 Site site) {
  if (!controlled_quietly()) {
    const WideLock lock;
    if (old != nullptr) std::memmove(old, cell, size);
    if (value != nullptr) std::memmove(cell, value, size);
    return;
  }
  pause_before(kind, cell, size, order, value, site);
  watch_pieces(kind, cell, size, order, site);
  const std::uint64_t before = digest(cell, size);
  const bool changes = value != nullptr && std::memcmp(cell, value, size) != 0;
  if (old != nullptr) std::memmove(old, cell, size);
  if (changes) std::memmove(cell, value, size);
  note_atomic(current_thread(), before, !changes);
  if (changes) {
    note_atomic_change(MemoryChange::some);
  } else if (value != nullptr) {
    note_atomic_change(MemoryChange::silent);
  }
}

bool exchange_object(std::size_t size, char* cell, void* expected, const void* desired, int order,
                     int failure_order, Site site) {
  if (!controlled_quietly()) {
    const WideLock lock;
    const bool done = std::memcmp(cell, expected, size) == 0;
    std::memmove(done ? static_cast<void*>(cell) : expected, done ? desired : cell, size);
    return done;
  }
  events::uses_order(OpKind::atomic_compare_exchange, failure_order, site);
  pause_before(OpKind::atomic_compare_exchange, cell, size, order, desired, site);
  const std::uint64_t before = digest(cell, size);
  const bool done = std::memcmp(cell, expected, size) == 0;
  const bool changes = done && std::memcmp(cell, desired, size) != 0;
  watch_pieces(done ? OpKind::atomic_compare_exchange : OpKind::atomic_load, cell, size,
               done ? order : failure_order, site);
  note_atomic(current_thread(), before, !changes);
  if (changes) note_atomic_change(MemoryChange::some);
  note_exchange(done, expected);
  std::memmove(done ? static_cast<void*>(cell) : expected, done ? desired : cell, size);
  if (!done) note_outcome(Outcome::refused);
  return done;
}

}  // namespace

// clang++ refuses to define functions by the names of its builtins, hence the labels.
#define HEDDLE_NAMED(name) __asm__(#name)
HEDDLE_INTERPOSE void load_object(std::size_t, void*, void*, int) HEDDLE_NAMED(__atomic_load);
HEDDLE_INTERPOSE void store_object(std::size_t, void*, void*, int) HEDDLE_NAMED(__atomic_store);
HEDDLE_INTERPOSE void swap_object(std::size_t, void*, void*, void*, int)
    HEDDLE_NAMED(__atomic_exchange);
HEDDLE_INTERPOSE bool compare_exchange_object(std::size_t, void*, void*, void*, int, int)
    HEDDLE_NAMED(__atomic_compare_exchange);
HEDDLE_INTERPOSE bool is_lock_free_object(std::size_t, const void*)
    HEDDLE_NAMED(__atomic_is_lock_free);

void load_object(std::size_t size, void* cell, void* result, int order) {
  move_object(OpKind::atomic_load, size, static_cast<char*>(cell), nullptr, result, order,
              HEDDLE_CALLER);
}

void store_object(std::size_t size, void* cell, void* value, int order) {
  move_object(OpKind::atomic_store, size, static_cast<char*>(cell), value, nullptr, order,
              HEDDLE_CALLER);
}

void swap_object(std::size_t size, void* cell, void* value, void* result, int order) {
  move_object(OpKind::atomic_exchange, size, static_cast<char*>(cell), value, result, order,
              HEDDLE_CALLER);
}

bool compare_exchange_object(std::size_t size, void* cell, void* expected, void* desired, int order,
                             int failure_order) {
  return exchange_object(size, static_cast<char*>(cell), expected, desired, order, failure_order,
                         HEDDLE_CALLER);
}

bool is_lock_free_object(std::size_t size, const void*) { return size <= 8; }

}  // namespace heddle::native
