// Finds the changes of the program's memory since the last scan.
//
// A scan first compares all memory that may have changed with its last contents, then copies and
// hashes only the changed blocks.  Most of the cost of a step of a stateful search is spent here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/memory_regions.hpp"
#include "snapshot/block_changes.hpp"
#include "snapshot/heap_pages.hpp"
#include "snapshot/image_threads.hpp"
#include "snapshot/page_protection.hpp"
#include "snapshot/past_states.hpp"
#include "snapshot/thread_scanner.hpp"

namespace heddle::native {

class MemoryScanner {
 public:
  MemoryScanner(ImagePages& pages, ImageThreads& threads, PageProtection& protection,
                PastStates& past)
      : pages_(pages),
        threads_(threads),
        protection_(protection),
        changes_(pages, past),
        heap_pages_(pages, protection, changes_),
        thread_scanner_(pages, threads, past, heap_pages_, changes_) {}
  MemoryScanner(const MemoryScanner&) = delete;
  MemoryScanner& operator=(const MemoryScanner&) = delete;

  // Adds the pages of these regions, which are never protected, and of the World's keys.
  // REQUIRES: called once.
  void begin(const std::vector<MemoryRegion>& regions);
  bool has_begun() const { return keys_ != 0; }

  // Updates the image with all changes.
  void scan();

  // Returns the hash of these pages of the heap, as of the last scan.
  Fingerprint hash_of(const ManagedHeap::Range& range) const { return heap_pages_.hash_of(range); }

 private:
  void add_written_data();
  void compare_hot(std::uint32_t number);
  void compare_whole(std::uint32_t number);

  ImagePages& pages_;
  ImageThreads& threads_;
  PageProtection& protection_;
  BlockChanges changes_;
  HeapPages heap_pages_;
  ThreadScanner thread_scanner_;
  std::vector<std::uint32_t> always_;  // pages of regions that are never protected
  std::uint32_t keys_ = 0;             // the page of the World's keys
  std::size_t data_pages_ = 0;         // number of parts of the written data that have pages
  std::uint32_t scans_ = 0;
  std::vector<std::vector<std::byte>> initial_;  // contents of memory that is never protected
};

}  // namespace heddle::native
