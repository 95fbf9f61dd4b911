// Performs one atomic operation of the program: the thread pauses, then the operation takes effect,
// sequentially consistent.  The compilers' callbacks and the functions of libatomic use it.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "interpose/interpose.hpp"
#include "monitors/events.hpp"
#include "runtime/spin.hpp"
#include "snapshot/liveness/update_after_load.hpp"

namespace heddle::native {

__extension__ using Wide = unsigned __int128;

template <typename T>
T load_cell(const volatile T* cell) {
  // Fibers share one real thread: a plain access is atomic here, even for 16 bytes.
  return *cell;
}

template <typename T>
std::uint64_t low_bits(T value) {
  return static_cast<std::uint64_t>(value);
}

// The arguments of an operation other than its cell and its value.
struct Others {
  const void* expected = nullptr;  // address of the expected value of a compare-exchange
  std::uint64_t wanted = 0;        // the expected value
};

template <typename T>
ObjectId rest(T argument, const Others& others) {
  std::uint64_t high = 0;
  if constexpr (sizeof(T) > 8) high = static_cast<std::uint64_t>(argument >> 64);
  return arguments(reinterpret_cast<std::uintptr_t>(others.expected), others.wanted, high);
}

// Returns whether the order releases: this affects the order of other threads even if the cell
// keeps its value.
constexpr bool releases(int order) { return order >= __ATOMIC_RELEASE; }

// Notes the effect of an operation on its cell.  For a compare-exchange without a change, the
// caller knows whether it wrote the same value or nothing.
template <typename T>
void note_effect(OpKind kind, int order, T before, T after) {
  if (after != before) {
    note_atomic_change(MemoryChange::some);
  } else if (kind == OpKind::atomic_store || (is_atomic_update(kind) && releases(order) &&
                                              kind != OpKind::atomic_compare_exchange)) {
    note_atomic_change(MemoryChange::silent);
  }
}

// Pauses, then lets `perform(old)` compute the new value of the cell.  Returns the old value.
template <typename T, typename Perform>
T atomic(volatile T* cell, OpKind kind, int order, T argument, Site site, Perform perform,
         const Others& others = {}) {
  const Operation operation{.kind = kind,
                            .size = sizeof(T),
                            .memory_order = static_cast<std::uint8_t>(order),
                            .object = object_of(cell),
                            .second = rest(argument, others),
                            .value = low_bits(argument),
                            .site = site};
  Thread& self = current_thread();
  const auto address = reinterpret_cast<std::uintptr_t>(cell);
  events::announces_atomic(self, address, sizeof(T), kind != OpKind::atomic_load);
  if (!repeats_in_vain(self, operation, low_bits(load_cell(cell)))) scheduling_point(operation);
  const T before = load_cell(cell);
  const T after = perform(before);
  events::performs_atomic(kind, address, sizeof(T), order, site);
  if (kind != OpKind::atomic_compare_exchange) {
    events::synchronizes(kind, address, sizeof(T), order, site);
  }
  if (kind != OpKind::atomic_load && after != before) *cell = after;
  note_atomic(self, low_bits(before), after == before);
  note_effect(kind, order, before, after);
  return before;
}

// Loads a cell.  A load that begins an update of OpenMP is announced as the update.
template <typename T>
T load(volatile T* cell, int order, Site site) {
  const auto keep = [](T old) { return old; };
  if (!begins_update(site)) return atomic(cell, OpKind::atomic_load, order, T{}, site, keep);
  const T value = atomic(cell, OpKind::atomic_update, order, T{}, site, keep);
  note_atomic(current_thread(), low_bits(value), false);
  note_atomic_change(MemoryChange::some);
  return value;
}

// Notes the effect of a compare-exchange.  A failed one stores the old value at `expected`, which
// other threads may see unless it is on the stack.
inline void note_exchange(bool done, const void* expected) {
  if (done) {
    note_atomic_change(MemoryChange::silent);
  } else if (!is_on_stack(world().current, reinterpret_cast<std::uintptr_t>(expected))) {
    note_atomic_change(MemoryChange::some);
  }
}

template <typename T>
bool compare_exchange(volatile T* cell, T* expected, T desired, int order, int failure_order,
                      Site site) {
  const T wanted = *expected;
  events::uses_order(OpKind::atomic_compare_exchange, failure_order, site);
  const T before =
      atomic(cell, OpKind::atomic_compare_exchange, order, desired, site,
             [&](T old) { return old == wanted ? desired : old; }, {expected, low_bits(wanted)});
  const bool done = before == wanted;
  events::synchronizes(done ? OpKind::atomic_compare_exchange : OpKind::atomic_load,
                       reinterpret_cast<std::uintptr_t>(cell), sizeof(T),
                       done ? order : failure_order, site);
  note_exchange(done, expected);
  if (done) return true;
  note_outcome(Outcome::refused);
  *expected = before;
  return false;
}

// The lock of all 16-byte operations outside an exploration: the compiler's functions would need
// libatomic.
class WideLock {
 public:
  WideLock() {
    while (__atomic_test_and_set(&runtime().wide_atomics_are_locked, __ATOMIC_ACQUIRE)) raw_yield();
  }
  ~WideLock() { __atomic_clear(&runtime().wide_atomics_are_locked, __ATOMIC_RELEASE); }
  WideLock(const WideLock&) = delete;
  WideLock& operator=(const WideLock&) = delete;
};

template <typename Perform>
Wide wide(volatile Wide* cell, OpKind kind, int order, Wide argument, Site site, Perform perform,
          const Others& others = {}) {
  if (controlled_quietly()) return atomic(cell, kind, order, argument, site, perform, others);
  const WideLock lock;
  const Wide old = *cell;
  *cell = perform(old);
  return old;
}

inline bool wide_compare_exchange(volatile Wide* cell, Wide* expected, Wide desired, int order,
                                  int failure_order, Site site) {
  const Wide wanted = *expected;
  const Wide old = wide(cell, OpKind::atomic_compare_exchange, order, desired, site,
                        [&](Wide before) { return before == wanted ? desired : before; },
                        {expected, low_bits(wanted) ^ low_bits(wanted >> 64)});
  const bool done = old == wanted;
  if (controlled_quietly()) {
    events::synchronizes(done ? OpKind::atomic_compare_exchange : OpKind::atomic_load,
                         reinterpret_cast<std::uintptr_t>(cell), sizeof(Wide),
                         done ? order : failure_order, site);
  }
  if (controlled_quietly()) note_exchange(done, expected);
  if (done) return true;
  if (controlled_quietly()) note_outcome(Outcome::refused);
  *expected = old;
  return false;
}

}  // namespace heddle::native
