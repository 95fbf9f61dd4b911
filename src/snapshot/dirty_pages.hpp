// Pages that changed since the program's start.  Pages are write-protected once; the first write
// to a page saves its contents and makes it writable permanently.  So a reset copies only the
// pages that some execution has ever written, however much memory the program owns.  After the
// first few executions no page faults any more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/memory_regions.hpp"

namespace heddle::native {

class DirtyPages {
 public:
  // Takes the present contents of memory as the ones that `restore` restores.  REQUIRES: called
  // once.
  void watch(const std::vector<MemoryRegion>& regions);

  // Adds memory that `watch` did not get: it counts as written from now on.  Does nothing if it
  // was added before.  REQUIRES: it holds its contents of the program's start, and is not heap.
  void adopt(const MemoryRegion& region);

  // Handles a write fault: returns whether the address is in a watched page that is now writable.
  // Called by the fault handler.  Async-signal-safe.
  bool let_write(std::uintptr_t address);

  // Restores every written page.
  void restore() const;

  // Makes a buffer writable before the kernel writes into it: a system call would fail instead of
  // faulting.
  void touch(void* buffer, std::size_t size);

  // The part of a written page that belongs to a region, and its original contents.
  struct Saved {
    std::byte* begin;
    std::byte* content;
    std::size_t size;
  };
  std::size_t dirty_count() const { return dirty_count_; }
  const Saved& saved(std::size_t number) const { return dirty_[number]; }

 private:
  // Returns the number of the watched page that holds the address; kNotWatched for any other
  // address.
  static constexpr std::size_t kNotWatched = ~std::size_t{0};
  std::size_t page_number(std::uintptr_t address) const;
  std::uintptr_t page_of(std::uintptr_t address) const { return address & ~(page_size_ - 1); }
  std::uintptr_t page_end(std::uintptr_t address) const {
    return page_of(address + page_size_ - 1);
  }
  void save(const MemoryRegion& part);
  std::byte* new_content(std::size_t size);

  bool is_known(std::uintptr_t address) const;

  std::vector<MemoryRegion> regions_;
  std::size_t page_size_ = 4096;
  // Mapped in large pieces by the fault handler, which must not use malloc.
  Saved* dirty_ = nullptr;
  std::size_t dirty_count_ = 0;
  std::size_t adopted_ = 0;
  std::uint8_t* is_dirty_ = nullptr;  // by page number
  std::byte* pool_ = nullptr;
  std::size_t pool_left_ = 0;
};

DirtyPages& dirty_pages();

// Makes a variable of the C library part of the program's state.  REQUIRES: the variable is
// unchanged since the program's start.
template <typename Variable>
void roll_back(Variable& variable) {
  const auto begin = reinterpret_cast<std::uintptr_t>(&variable);
  dirty_pages().adopt({begin, begin + sizeof variable});
}

}  // namespace heddle::native
