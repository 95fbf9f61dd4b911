// Real thread-control blocks for fibers to borrow.  A pool of real threads is started on demand;
// each notes its thread pointer and parks for ever.  Its block is complete (errno, thread_local
// variables, exception globals, the C library's own fields) because the C library made it.
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
  // Notes the calling thread as the program's main thread, with its thread_local variables as they
  // are now. REQUIRES: called once, before any block is lent.
  void adopt_main();

  // The thread pointer of a thread's block, parking a real thread at its fixed address the first
  // time. REQUIRES: the current thread pointer is one that the C library considers running.
  void* block(ThreadId thread);
  // The same, of a block that exists.
  void* pointer(ThreadId thread) const { return pointer_[index(thread)]; }
  // What the C library calls the thread that owns the block.
  pthread_t handle(ThreadId thread) const { return handle_[index(thread)]; }
  bool has(ThreadId thread) const { return pointer_[index(thread)] != nullptr; }

  // Puts the thread_local variables back: the main thread's as they were when it was adopted,
  // another thread's as the C library initialises them.
  void restore_variables(ThreadId thread);

  // What restore_variables puts back.
  const std::byte* initial_variables(ThreadId thread) const { return saved_[index(thread)]; }

  // A block for the engine itself.
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
