// Restores earlier states of the program's memory: through the journal, through a tree, and to the
// program's start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/ids.hpp"
#include "snapshot/image_pages.hpp"
#include "snapshot/image_threads.hpp"
#include "snapshot/page_protection.hpp"
#include "snapshot/past_states.hpp"

namespace heddle::native {

class MemoryRestorer {
 public:
  MemoryRestorer(ImagePages& pages, ImageThreads& threads, PageProtection& protection,
                 PastStates& past)
      : pages_(pages), threads_(threads), protection_(protection), past_(past) {}

  // Restores memory, the image and the World's head.  REQUIRES: past states lead back to the
  // snapshot; nothing has run since the last scan or restore.
  void restore(const Snapshot& snapshot);

  // Restores data and heap to the program's start; the caller resets the World.  REQUIRES: as
  // above.
  void restore_initial();

 private:
  void undo(const OldBlock& old);
  void adopt_page(std::uint32_t number, const BlockNode* before, const BlockNode* wanted);
  void restore_initial_page(std::uint32_t number);
  void note_overwritten(const std::byte* live);
  void unsettle(ThreadId thread) {
    if (!std::exchange(threads_[thread].is_unsettled, true)) unsettled_.push_back(thread);
  }
  void settle_thread(ThreadId thread);
  void restore_living(ThreadId thread);

  ImagePages& pages_;
  ImageThreads& threads_;
  PageProtection& protection_;
  PastStates& past_;
  std::vector<ThreadId> unsettled_;  // whose records or stacks were restored
};

}  // namespace heddle::native
