// The program's heap.  Each thread allocates from its own arena at a fixed address, and the free
// blocks of an arena are a set.  So an address depends only on what is allocated, never on the
// order of frees or on other threads.  The arenas' headers are part of the World, so resetting the
// World resets the heap.  The blocks' contents are zeroed on allocation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "core/ids.hpp"
#include "runtime/heap/page_states.hpp"
#include "runtime/memory_layout.hpp"

namespace heddle::native {

inline constexpr std::size_t kChunkSize = std::size_t{16} << 10;
inline constexpr std::size_t kSizeClasses = 31;

// The header of an arena.  All zero bits are an empty arena.  Numbers are chunk indices plus one;
// 0 is none.
struct Arena {
  std::uint32_t top = 0;                              // chunks in use or once used
  std::uint32_t sealed = 0;                           // chunks below this one are sealed
  std::uint32_t free_runs = 0;                        // large runs that may be used again
  std::array<std::uint32_t, kSizeClasses> partial{};  // the lowest slab with a free slot
  std::array<std::uint32_t, kSizeClasses> first{};    // the oldest slab since the seal
  std::array<std::uint32_t, kSizeClasses> last{};  // the newest slab, to which the next is chained
};

// Describes the heap block at an address.
struct Placement {
  enum class Kind : std::uint8_t {
    unknown,  // no information
    in_use,
    freed,     // or never allocated
    unusable,  // between blocks: headers, and memory that is never allocated
  };
  Kind kind = Kind::unknown;
  std::uintptr_t block = 0;  // where the block begins, if it is in one
  std::size_t size = 0;      // as asked for; 0 when it is freed
  bool is_large = false;     // in use, and its pages may have states
  bool is_mapping = false;   // by mmap, not by malloc
  bool has_states = false;   // some of its pages may not be used freely
};

// Result of a free.  An overrun block stays allocated: the bytes behind it were written to.
enum class FreeResult : std::uint8_t { done, not_a_block, freed_twice, overrun };

class ManagedHeap {
 public:
  // The arenas' headers live in `arenas`, one per thread; the caller owns and resets them.
  explicit constexpr ManagedHeap(Arena* arenas) : arenas_(arenas) {}

  // Allocates a zeroed block; null when the arena is full.  REQUIRES: alignment is a power of two.
  void* allocate(ThreadId thread, std::size_t size, std::size_t alignment = 16);
  FreeResult free(void* block);

  // Returns the requested size.  REQUIRES: owns(block) and it is allocated.
  std::size_t size_of(const void* block) const;

  // Returns a number that is equal for blocks of an arena that reuse the same memory.  REQUIRES:
  // owns(block) and it is or was a block.
  std::size_t pool_of(const void* block) const;

  // Returns the placement of an address.  REQUIRES: owns(address).
  Placement locate(std::uintptr_t address) const;

  // Changes the size of a block without moving it, or returns false.
  // REQUIRES: owns(block) and it is allocated.
  bool resize(void* block, std::size_t size);

  // Marks a block as a mapping.  REQUIRES: it is large and in use.
  void make_mapping(const void* block, bool has_file);
  bool is_of_file(const void* mapping) const;

  // Returns the state of the page around the address, and sets that of all pages in a range, which
  // counts in whole pages.  Fails if the block has too many different ones.  REQUIRES: the
  // addresses are in a large block in use.
  PageState page_state(const void* block, std::uintptr_t address) const;
  bool set_page_state(const void* block, std::uintptr_t begin, std::uintptr_t end, PageState state);
  // Returns whether no page of the mapping is left.
  bool is_unmapped(const void* mapping) const;
  // Calls visit(begin, end) for the pages of all blocks of the arena that are not usable.
  void for_each_unusable(ThreadId thread,
                         const std::function<void(std::uintptr_t, std::uintptr_t)>& visit) const;

  // Zeroes the memory.  Costs little where nothing was ever written.  REQUIRES: it is writable.
  void clear(std::uintptr_t begin, std::uintptr_t end);

  static bool owns(const void* block) {
    const auto address = reinterpret_cast<std::uintptr_t>(block);
    return address >= kHeapBase && address < kHeapEnd;
  }

  // Keeps all unused memory zero, for searches that compare states: former contents of freed
  // blocks must not distinguish them.  Blocks are then not zeroed again on allocation.  With
  // `at_once` false, large blocks keep their contents until clear_freed or the next large
  // allocation: a program that frees them at its end need not wait.  REQUIRES: no block was
  // allocated since the seal, or everything was reset.
  void keep_clean(bool clean, bool at_once = true);

  // The whole pages of freed blocks that are not zero yet.
  struct Range {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
  };
  std::span<const Range> freed() const { return {freed_.data(), freed_count_}; }
  void clear_freed() {
    if (freed_count_ > 0) clear_all_freed();
  }
  // The blocks are in use again: an earlier state was restored.
  void forget_freed() { freed_count_ = 0; }

  // Return whether the arena had an allocation or a free since the last has_changed, or since the
  // arenas were reset.
  bool may_have_changed(ThreadId thread) const { return changed_[index(thread)]; }
  bool has_changed(ThreadId thread) { return std::exchange(changed_[index(thread)], false); }
  void note_reset() { changed_.fill(true); }

  // Memory that was allocated, or that the heap itself wrote to, since the last forget_news.
  // Recorded only while unused memory is kept zero.  Some may be missing when `news_overflowed`.
  struct News {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    bool is_handed_out = false;
  };
  std::span<const News> news() const { return {news_.data(), news_count_}; }
  bool news_overflowed() const { return news_overflowed_; }
  void forget_news() {
    news_count_ = 0;
    news_overflowed_ = false;
  }

  // Makes new blocks of the arena come from fresh slabs, so that the present ones stay clean.
  void seal(ThreadId thread);

  // Calls visit(block, size) for each block of the arena that was allocated since the seal and is
  // in use.
  void for_each_block(ThreadId thread,
                      const std::function<void(std::uintptr_t, std::size_t)>& visit) const;

  // The used part of an arena: its base and its size.
  static std::uintptr_t arena_base(ThreadId thread) {
    return kHeapBase + index(thread) * kArenaStride;
  }
  std::size_t used_bytes(ThreadId thread) const { return arenas_[index(thread)].top * kChunkSize; }

 private:
  struct Slab;

  void* allocate_small(ThreadId thread, std::size_t size_class, std::size_t size);
  void* allocate_large(ThreadId thread, std::size_t size, std::size_t alignment);
  Slab* new_slab(ThreadId thread, std::size_t size_class);
  // Takes `count` fresh chunks; returns the index of the first, or -1.
  long grow(ThreadId thread, std::size_t count);
  // The first slab with a free slot, from the named one along its chain; 0 when there is none.
  static std::uint32_t with_room(ThreadId thread, std::uint32_t name);
  FreeResult free_small(Slab& slab, std::uintptr_t address);
  static Slab* slab_at(ThreadId thread, std::size_t chunk);
  static Slab* slab_of(const void* block);
  void note(std::uintptr_t begin, std::size_t bytes, bool is_handed_out) {
    if (!clean_) return;
    if (news_count_ == news_.size()) {
      news_overflowed_ = true;
    } else {
      news_[news_count_++] = {begin, begin + bytes, is_handed_out};
    }
  }
  void note_handed_out(std::uintptr_t begin, std::size_t bytes) { note(begin, bytes, true); }
  void note_header(const Slab& slab, std::uint32_t slot);
  void note_change_of(const Slab& slab);
  void clear_large(std::uintptr_t block, std::size_t bytes);
  void clear_all_freed();
  static bool covers(const Slab* run, std::uintptr_t address);
  const Slab* run_around(ThreadId thread, std::uintptr_t address) const;
  const Slab* search_run(ThreadId thread, std::uintptr_t address) const;

  Arena* arenas_;
  bool clean_ = false;
  bool clears_at_once_ = true;
  std::array<Range, 64> freed_{};
  std::size_t freed_count_ = 0;
  std::array<bool, kMaxThreads> changed_{};
  std::array<News, 1024> news_{};
  std::size_t news_count_ = 0;
  bool news_overflowed_ = false;
  // Not rolled back: how much of each arena is mapped, and how much was ever used (the rest is
  // zero).
  std::array<std::uint32_t, kMaxThreads> mapped_{};
  std::array<std::uint32_t, kMaxThreads> touched_{};
  mutable const Slab* last_large_ = nullptr;  // found last by run_around
};

}  // namespace heddle::native
