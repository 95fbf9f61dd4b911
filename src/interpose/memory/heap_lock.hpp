// The lock of the program's heap.  Outside an exploration real threads may allocate at the same
// time; inside one, there is one real thread.
#pragma once

#include "runtime/real_functions.hpp"
#include "runtime/root.hpp"

namespace heddle::native {

class HeapLock {
 public:
  HeapLock() : needed_(!flags().exploring) {
    if (!needed_) return;
    while (__atomic_test_and_set(&runtime().heap_is_locked, __ATOMIC_ACQUIRE)) raw_yield();
  }
  ~HeapLock() {
    if (needed_) __atomic_clear(&runtime().heap_is_locked, __ATOMIC_RELEASE);
  }
  HeapLock(const HeapLock&) = delete;
  HeapLock& operator=(const HeapLock&) = delete;

 private:
  bool needed_;
};

}  // namespace heddle::native
