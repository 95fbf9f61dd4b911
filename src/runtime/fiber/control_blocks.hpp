// Real thread-control blocks for fibers to borrow.  A pool of real threads is started on demand;
// each records its thread pointer and parks permanently.  Its block is complete (errno,
// thread_local variables, exception globals, the C library's own fields) because the C library
// made it.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"

namespace heddle::native {

// The most thread_local variables that a thread may have, in bytes.
inline constexpr std::size_t kMostVariables = std::size_t{60} << 20;

// Where thread_local variables lie, relative to the thread pointer.
struct TlsExtent {
  std::ptrdiff_t begin = 0;
  std::ptrdiff_t end = 0;
  std::size_t size() const { return static_cast<std::size_t>(end - begin); }
};

class ControlBlocks {
 public:
  // Records the calling thread as the program's main thread, with the present values of its
  // thread_local variables.  REQUIRES: called once, before any block is lent.
  void adopt_main();

  // Returns the thread pointer of a thread's block.  Parks a real thread at its fixed address on
  // first use.  REQUIRES: the current thread pointer is one that the C library considers running.
  void* block(ThreadId thread);
  // Returns the same for a block that exists.
  void* pointer(ThreadId thread) const { return pointer_[index(thread)]; }
  // Returns the C library's handle of the thread that owns the block.
  pthread_t handle(ThreadId thread) const { return handle_[index(thread)]; }
  bool has(ThreadId thread) const { return pointer_[index(thread)] != nullptr; }

  // Restores the thread_local variables: the main thread's as they were when it was adopted,
  // another thread's as the C library initialises them.
  void restore_variables(ThreadId thread);

  // Returns the values that restore_variables restores.
  const std::byte* initial_variables(ThreadId thread) const { return saved_[index(thread)]; }

  // Returns the engine's block.
  void* engine_block() { return block(kEngineThread); }

  const TlsExtent& extent() const { return extent_; }

 private:
  static constexpr ThreadId kEngineThread{1023};

  void save_variables(ThreadId thread);

  TlsExtent extent_;
  void* pointer_[1024] = {};
  pthread_t handle_[1024] = {};
  std::byte* saved_[1024] = {};
};

}  // namespace heddle::native
