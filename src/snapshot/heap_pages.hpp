// The pages of the heap: adds new chunks, and finds what the heap itself wrote to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ids.hpp"
#include "runtime/root.hpp"
#include "snapshot/block_changes.hpp"
#include "snapshot/image_pages.hpp"
#include "snapshot/page_protection.hpp"

namespace heddle::native {

// Makes every scan compare the whole page.
inline void watch_all(ImagePage& page) {
  page.first = 0;
  page.end = kImagePage;
}

class HeapPages {
 public:
  HeapPages(ImagePages& pages, PageProtection& protection, BlockChanges& changes)
      : pages_(pages), protection_(protection), changes_(changes) {}

  // Adds the new chunks of a thread's arena.  Sealed chunks belong to the program's data.
  void add_chunks(ThreadId thread);

  // Collects the changes that the heap reports: blocks that it allocated or cleared.
  void compare_news() {
    if (!heap().news().empty()) take_news();
  }

  // Returns the hash of these pages, as of the last scan.  REQUIRES: they are not sealed.
  Fingerprint hash_of(const ManagedHeap::Range& range) const;

 private:
  struct ArenaPages {
    std::uint32_t chunks = 0;          // how much of the arena has pages...
    std::vector<std::uint32_t> pages;  // ...which are these...
    std::uintptr_t begin = 0;          // ...from here on
  };

  void add(ArenaPages& arena, std::uintptr_t begin, std::size_t bytes);
  void take_news();
  void take(const ManagedHeap::News& news);

  ImagePages& pages_;
  PageProtection& protection_;
  BlockChanges& changes_;
  std::vector<ArenaPages> arenas_;  // by thread
};

}  // namespace heddle::native
