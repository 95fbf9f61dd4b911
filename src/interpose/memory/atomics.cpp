// __tsan_atomic*: the callbacks that compilers emit for atomic operations under -fsanitize=thread.
// g++ emits compare_exchange_strong and _weak, clang++ emits compare_exchange_val; all exist here.
#include "interpose/memory/atomic_operation.hpp"

namespace heddle::native {

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
    return load(const_cast<volatile type*>(cell), order, HEDDLE_CALLER);                          \
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
    events::fences(order, HEDDLE_CALLER);
  }
  // Under sequential consistency a fence orders nothing that is not ordered already.
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

HEDDLE_INTERPOSE void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

}  // namespace heddle::native
