// __tsan_atomic*: the callbacks that compilers emit for atomic operations under -fsanitize=thread.
// Each pauses the thread and then performs the operation.  g++ emits compare_exchange_strong and
// _weak, clang++ emits compare_exchange_val; all exist here.  Every operation is performed
// sequentially consistent.
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "native/block_log.hpp"
#include "native/interpose/interpose.hpp"
#include "native/plain_points.hpp"
#include "native/race_watch.hpp"
#include "native/shared_memory.hpp"
#include "native/spin.hpp"
#include "native/weak_orders.hpp"

namespace heddle::native {
namespace {

__extension__ using Wide = unsigned __int128;

template <typename T>
T load_cell(const volatile T* cell) {
  // Fibers share one real thread: a plain access is atomic here, also for 16 bytes.
  return *cell;
}

template <typename T>
std::uint64_t low_bits(T value) {
  return static_cast<std::uint64_t>(value);
}

// What an operation was given beside its cell and its value.
struct Others {
  const void* expected = nullptr;  // of a compare-exchange: where its expected value is
  std::uint64_t wanted = 0;        // and that value
};

template <typename T>
ObjectId rest(T argument, const Others& others) {
  std::uint64_t high = 0;
  if constexpr (sizeof(T) > 8) high = static_cast<std::uint64_t>(argument >> 64);
  return arguments(reinterpret_cast<std::uintptr_t>(others.expected), others.wanted, high);
}

// What orders it with others.  A compare-exchange that fails is a load with an order of its own.
void watch_atomic(OpKind kind, const volatile void* cell, std::size_t size, int order, Site site) {
  using Kind = races::RaceDetector::AtomicKind;
  const Kind what = kind == OpKind::atomic_load    ? Kind::load
                    : kind == OpKind::atomic_store ? Kind::store
                                                   : Kind::update;
  if (!watches_races()) return;
  race_watch::atomic(what, reinterpret_cast<std::uintptr_t>(cell), size,
                     static_cast<std::uint32_t>(order), site);
}

// What is released shows in the order of others, even if the cell keeps its value.
constexpr bool releases(int order) { return order >= __ATOMIC_RELEASE; }

// Whether a compare-exchange wrote what was there already, or nothing, its caller knows.
template <typename T>
void note_effect(OpKind kind, int order, T before, T after) {
  if (after != before) {
    note_atomic_change(MemoryChange::some);
  } else if (kind == OpKind::atomic_store || (is_atomic_update(kind) && releases(order) &&
                                              kind != OpKind::atomic_compare_exchange)) {
    note_atomic_change(MemoryChange::silent);
  }
}

// Alone, a thread sees what it wrote last, whatever the order.
inline void note_order(OpKind kind, int order, Site site) {
  if (order == __ATOMIC_SEQ_CST || is_alone()) return;
  note_weak_operation(kind, order, site, __builtin_frame_address(0));
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
  if (g_plain_points == PlainPoints::shared && !is_alone()) {
    shared_memory().touch(self, reinterpret_cast<std::uintptr_t>(cell), sizeof(T),
                          kind != OpKind::atomic_load);
  }
  if (!repeats_in_vain(self, operation, low_bits(load_cell(cell)))) scheduling_point(operation);
  note_order(kind, order, site);
  const T before = load_cell(cell);
  const T after = perform(before);
  note_block_access(reinterpret_cast<std::uintptr_t>(cell), sizeof(T), kind != OpKind::atomic_load,
                    true);
  if (kind != OpKind::atomic_compare_exchange) watch_atomic(kind, cell, sizeof(T), order, site);
  if (kind != OpKind::atomic_load && after != before) *cell = after;
  note_atomic(self, low_bits(before), after == before);
  note_effect(kind, order, before, after);
  return before;
}

// One that fails says so where its expected value is, which others may see unless it is on the
// stack.
void note_exchange(bool done, const void* expected) {
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
  note_order(OpKind::atomic_compare_exchange, failure_order, site);
  const T before =
      atomic(cell, OpKind::atomic_compare_exchange, order, desired, site,
             [&](T old) { return old == wanted ? desired : old; }, {expected, low_bits(wanted)});
  const bool done = before == wanted;
  watch_atomic(done ? OpKind::atomic_compare_exchange : OpKind::atomic_load, cell, sizeof(T),
               done ? order : failure_order, site);
  note_exchange(done, expected);
  if (done) return true;
  note_outcome(Outcome::refused);
  *expected = before;
  return false;
}

}  // namespace

#define HEDDLE_ATOMIC_UPDATE(bits, type, name, expression)                                  \
  HEDDLE_INTERPOSE type __tsan_atomic##bits##_fetch_##name(volatile type* cell, type value, \
                                                           int order) {                     \
    if (!controlled_quietly()) {                                                            \
      type old = __atomic_load_n(cell, __ATOMIC_SEQ_CST);                                   \
      while (!__atomic_compare_exchange_n(cell, &old, static_cast<type>(expression), false, \
                                          __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {            \
      }                                                                                     \
      return old;                                                                           \
    }                                                                                       \
    return atomic(cell, OpKind::atomic_update, order, value, HEDDLE_CALLER,                 \
                  [&](type old) { return static_cast<type>(expression); });                 \
  }

#define HEDDLE_ATOMICS(bits, type)                                                                \
  HEDDLE_INTERPOSE type __tsan_atomic##bits##_load(const volatile type* cell, int order) {        \
    if (!controlled_quietly()) return __atomic_load_n(cell, __ATOMIC_SEQ_CST);                    \
    return atomic(const_cast<volatile type*>(cell), OpKind::atomic_load, order, type{},           \
                  HEDDLE_CALLER, [](type old) { return old; });                                   \
  }                                                                                               \
  HEDDLE_INTERPOSE void __tsan_atomic##bits##_store(volatile type* cell, type value, int order) { \
    if (!controlled_quietly()) return __atomic_store_n(cell, value, __ATOMIC_SEQ_CST);            \
    atomic(cell, OpKind::atomic_store, order, value, HEDDLE_CALLER, [&](type) { return value; }); \
  }                                                                                               \
  HEDDLE_INTERPOSE type __tsan_atomic##bits##_exchange(volatile type* cell, type value,           \
                                                       int order) {                               \
    if (!controlled_quietly()) return __atomic_exchange_n(cell, value, __ATOMIC_SEQ_CST);         \
    return atomic(cell, OpKind::atomic_exchange, order, value, HEDDLE_CALLER,                     \
                  [&](type) { return value; });                                                   \
  }                                                                                               \
  HEDDLE_ATOMIC_UPDATE(bits, type, add, old + value)                                              \
  HEDDLE_ATOMIC_UPDATE(bits, type, sub, old - value)                                              \
  HEDDLE_ATOMIC_UPDATE(bits, type, and, old& value)                                               \
  HEDDLE_ATOMIC_UPDATE(bits, type, or, old | value)                                               \
  HEDDLE_ATOMIC_UPDATE(bits, type, xor, old ^ value)                                              \
  HEDDLE_ATOMIC_UPDATE(bits, type, nand, ~(old & value))                                          \
  HEDDLE_INTERPOSE int __tsan_atomic##bits##_compare_exchange_strong(                             \
      volatile type* cell, type* expected, type desired, int order, int failure_order) {          \
    if (!controlled_quietly())                                                                    \
      return __atomic_compare_exchange_n(cell, expected, desired, false, __ATOMIC_SEQ_CST,        \
                                         __ATOMIC_SEQ_CST);                                       \
    return compare_exchange(cell, expected, desired, order, failure_order, HEDDLE_CALLER);        \
  }                                                                                               \
  HEDDLE_INTERPOSE int __tsan_atomic##bits##_compare_exchange_weak(                               \
      volatile type* cell, type* expected, type desired, int order, int failure_order) {          \
    if (!controlled_quietly())                                                                    \
      return __atomic_compare_exchange_n(cell, expected, desired, false, __ATOMIC_SEQ_CST,        \
                                         __ATOMIC_SEQ_CST);                                       \
    return compare_exchange(cell, expected, desired, order, failure_order, HEDDLE_CALLER);        \
  }                                                                                               \
  HEDDLE_INTERPOSE type __tsan_atomic##bits##_compare_exchange_val(                               \
      volatile type* cell, type expected, type desired, int order, int failure_order) {           \
    if (!controlled_quietly()) {                                                                  \
      __atomic_compare_exchange_n(cell, &expected, desired, false, __ATOMIC_SEQ_CST,              \
                                  __ATOMIC_SEQ_CST);                                              \
      return expected;                                                                            \
    }                                                                                             \
    compare_exchange(cell, &expected, desired, order, failure_order, HEDDLE_CALLER);              \
    return expected;                                                                              \
  }

HEDDLE_ATOMICS(8, std::uint8_t)
HEDDLE_ATOMICS(16, std::uint16_t)
HEDDLE_ATOMICS(32, std::uint32_t)
HEDDLE_ATOMICS(64, std::uint64_t)

// Sixteen bytes: the C library's helpers would need libatomic, so outside an exploration one lock
// serves all.
namespace {

class WideLock {
 public:
  WideLock() {
    while (__atomic_test_and_set(&taken, __ATOMIC_ACQUIRE)) raw_yield();
  }
  ~WideLock() { __atomic_clear(&taken, __ATOMIC_RELEASE); }
  WideLock(const WideLock&) = delete;
  WideLock& operator=(const WideLock&) = delete;

 private:
  static inline bool taken = false;
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

bool wide_compare_exchange(volatile Wide* cell, Wide* expected, Wide desired, int order,
                           int failure_order, Site site) {
  const Wide wanted = *expected;
  const Wide old = wide(cell, OpKind::atomic_compare_exchange, order, desired, site,
                        [&](Wide before) { return before == wanted ? desired : before; },
                        {expected, low_bits(wanted) ^ low_bits(wanted >> 64)});
  const bool done = old == wanted;
  if (controlled_quietly()) {
    watch_atomic(done ? OpKind::atomic_compare_exchange : OpKind::atomic_load, cell, sizeof(Wide),
                 done ? order : failure_order, site);
  }
  if (controlled_quietly()) note_exchange(done, expected);
  if (done) return true;
  if (controlled_quietly()) note_outcome(Outcome::refused);
  *expected = old;
  return false;
}

}  // namespace

HEDDLE_INTERPOSE Wide __tsan_atomic128_load(const volatile Wide* cell, int order) {
  return wide(const_cast<volatile Wide*>(cell), OpKind::atomic_load, order, 0, HEDDLE_CALLER,
              [](Wide old) { return old; });
}

HEDDLE_INTERPOSE void __tsan_atomic128_store(volatile Wide* cell, Wide value, int order) {
  wide(cell, OpKind::atomic_store, order, value, HEDDLE_CALLER, [&](Wide) { return value; });
}

#define HEDDLE_WIDE_UPDATE(name, kind, expression)                                            \
  HEDDLE_INTERPOSE Wide __tsan_atomic128_##name(volatile Wide* cell, Wide value, int order) { \
    return wide(cell, kind, order, value, HEDDLE_CALLER,                                      \
                [&]([[maybe_unused]] Wide old) -> Wide { return expression; });               \
  }

HEDDLE_WIDE_UPDATE(exchange, OpKind::atomic_exchange, value)
HEDDLE_WIDE_UPDATE(fetch_add, OpKind::atomic_update, old + value)
HEDDLE_WIDE_UPDATE(fetch_sub, OpKind::atomic_update, old - value)
HEDDLE_WIDE_UPDATE(fetch_and, OpKind::atomic_update, old& value)
HEDDLE_WIDE_UPDATE(fetch_or, OpKind::atomic_update, old | value)
HEDDLE_WIDE_UPDATE(fetch_xor, OpKind::atomic_update, old ^ value)
HEDDLE_WIDE_UPDATE(fetch_nand, OpKind::atomic_update, ~(old& value))

HEDDLE_INTERPOSE int __tsan_atomic128_compare_exchange_strong(volatile Wide* cell, Wide* expected,
                                                              Wide desired, int order,
                                                              int failure_order) {
  return wide_compare_exchange(cell, expected, desired, order, failure_order, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int __tsan_atomic128_compare_exchange_weak(volatile Wide* cell, Wide* expected,
                                                            Wide desired, int order,
                                                            int failure_order) {
  return wide_compare_exchange(cell, expected, desired, order, failure_order, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE Wide __tsan_atomic128_compare_exchange_val(volatile Wide* cell, Wide expected,
                                                            Wide desired, int order,
                                                            int failure_order) {
  wide_compare_exchange(cell, &expected, desired, order, failure_order, HEDDLE_CALLER);
  return expected;
}

HEDDLE_INTERPOSE void __tsan_atomic_thread_fence(int order) {
  if (controlled_quietly()) {
    note_order(OpKind::fence, order, HEDDLE_CALLER);
    if (watches_races()) race_watch::fence(static_cast<std::uint32_t>(order));
  }
  // Under sequential consistency a fence orders nothing that is not ordered already.
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

HEDDLE_INTERPOSE void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

}  // namespace heddle::native
