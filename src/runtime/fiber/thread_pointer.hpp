// The register through which compiled code reaches thread_local variables, errno and the exception
// globals. A fiber is given a real thread's value, so that all of these behave as on a thread of
// its own.
#pragma once

#if defined(__x86_64__)
#include <sys/auxv.h>
#endif

namespace heddle::native {

// Not the compiler's own function for it: that one is taken to give the same value throughout a
// function, and clang++ moves it behind the change that it was called before.
#if defined(__aarch64__)

inline void* thread_pointer() {
  void* pointer = nullptr;
  asm volatile("mrs %0, tpidr_el0" : "=r"(pointer) : : "memory");
  return pointer;
}

inline void set_thread_pointer(void* pointer) {
  asm volatile("msr tpidr_el0, %0" : : "r"(pointer) : "memory");
}

#elif defined(__x86_64__)

// Whether the kernel lets user code write the register itself; where not, a system call does.
extern const bool kCanWriteFsBase;
void set_thread_pointer_by_kernel(void* pointer);

// Where it points to, a copy of it is kept.
inline void* thread_pointer() {
  void* pointer = nullptr;
  asm volatile("movq %%fs:0, %0" : "=r"(pointer) : : "memory");
  return pointer;
}

inline void set_thread_pointer(void* pointer) {
  if (kCanWriteFsBase) {
    asm volatile("wrfsbase %0" : : "r"(pointer) : "memory");
  } else {
    set_thread_pointer_by_kernel(pointer);
  }
}

#else
#error "Heddle runs on aarch64 and x86-64"
#endif

}  // namespace heddle::native
