// Finds the changes of threads: of their records, thread_local variables and stacks.  Memory that
// rarely changes is compared without a branch for each piece.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"
#include "runtime/world.hpp"
#include "snapshot/block_changes.hpp"
#include "snapshot/heap_pages.hpp"
#include "snapshot/image_threads.hpp"
#include "snapshot/past_states.hpp"

namespace heddle::native {

class ThreadScanner {
 public:
  ThreadScanner(ImagePages& pages, ImageThreads& threads, PastStates& past, HeapPages& heap,
                BlockChanges& changes)
      : pages_(pages), threads_(threads), past_(past), heap_pages_(heap), changes_(changes) {}

  // Collects the changes of all threads, and makes the blocks of ended threads absent.
  void compare_all();

  // Checks that the record of an idle thread changes only when it is marked.
  void check_records() const;

 private:
  void compare_thread(ThreadId thread);
  void compare_moved(ThreadPages& own, ThreadId thread);
  void compare_record(ThreadId thread);
  void compare_rest(ThreadId thread);
  void compare_stack(ThreadPages& own, ThreadId thread);
  void compare_living(std::uint32_t number, const Segment& segment, std::uintptr_t begin);
  void compare_frames(const ThreadPages& own, std::uintptr_t frames);
  void rehash_stack(const ThreadPages& own, std::uintptr_t from, std::uintptr_t to);
  void remove_living(const ThreadPages& own);
  bool is_gone(const ThreadPages& own, const Thread& record) const;
  bool has_same_frames(const ThreadPages& own, ThreadId thread) const;

  ImagePages& pages_;
  ImageThreads& threads_;
  PastStates& past_;
  HeapPages& heap_pages_;
  BlockChanges& changes_;
};

}  // namespace heddle::native
