// The program's memory as a value that can be kept, compared and put back.
//
// The image knows the memory that an execution may change, in pages of 4 KiB: the data that was
// ever written, the heap, the live part of each living thread's stack, its thread_local variables
// and its record in the World.  `look` finds out what changed since the last time, by comparing
// with the blocks that it kept then; only blocks that changed are copied and hashed.  `put_back`
// is the way back.
//
// Pages that have not changed for a while are write-protected and not compared any more until
// somebody writes to them, so that a step costs what it touches, not what the program owns.  A
// small program's pages are all compared, which is cheaper than a fault.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/ids.hpp"
#include "native/snapshot/block_tree.hpp"
#include "native/snapshot/image_page.hpp"
#include "native/snapshot/memory_regions.hpp"
#include "native/world.hpp"

namespace heddle::native {

// A state of the program.
struct Snapshot {
  MemoryTree memory;
  Fingerprint hash;  // of `memory`
  WorldHead head;
};

class MemoryImage {
 public:
  // Takes the program's present state as its initial one.  `regions` is memory beyond the program's
  // data and heap that belongs to its state too; it is never protected.  REQUIRES: data and heap
  // are as at the program's start, and blocks of the heap that are not in use are zero.
  void begin(const std::vector<MemoryRegion>& regions);
  bool has_begun() const { return keys_ != 0; }

  // Whether how long threads have been spinning tells states apart.
  // REQUIRES: no thread is known yet, or everything is as at the program's start.
  void set_patience_counts(bool counts);

  // Takes in what changed.  REQUIRES: no thread is on the processor, and dead stacks are clean.
  void look();

  // Of what `look` saw last, with the clock and the budgets of the World.
  Fingerprint fingerprint() const;

  // REQUIRES: nothing happened since `look`.
  Snapshot snapshot() const { return {tree_, hash_, world()}; }

  // Makes memory what it was.  REQUIRES: nothing happened since `look`, or another way back.
  void put_back(const Snapshot& snapshot);

  // Makes data and heap what they were at the program's start; the World is up to the caller.
  // REQUIRES: as above.
  void put_back_initial();

  // Called by the fault handler: whether the address was in a page that was protected by us and is
  // writable now.  Async-signal-safe.
  bool let_write(std::uintptr_t address);

  // Makes every page writable, for good: pages are compared from now on.
  void stop_protecting();

  // For those who look into states: a page as `look` saw it last.  0 is no page.
  const ImagePage& page(std::size_t number) const { return pages_[number]; }

  // For measurements.
  std::size_t pages() const { return pages_.size(); }
  std::size_t watched_pages() const { return hot_.size(); }

 private:
  // The pages of one thread.  0 is no page: the first page is always something else.
  struct ThreadPages {
    std::uint32_t main = 0;            // segments by ThreadPart
    std::vector<std::uint32_t> rest;   // more thread_local variables than fit there
    std::vector<std::uint32_t> stack;  // below what fits there, from the top down
    std::uint32_t heap_chunks = 0;     // how much of the arena has pages
    bool is_compared = false;          // its variables and its stack are what the tree says
    std::uintptr_t frames = 0;         // where the hashed part of the stack began
  };
  static constexpr std::uint32_t kFirstOfLarge = MemoryTree::kFirstOfLarge;
  static constexpr std::uint32_t kLarge = 64;  // pages that are taken in at once
  enum ThreadPart : std::size_t { kState, kPause, kPatience, kArena, kVariables, kStack };

  std::uint32_t add_page(std::vector<Segment> segments);
  ImagePage& new_page(std::uint32_t number, std::vector<Segment> segments);
  std::uint32_t add_page(std::uintptr_t address, std::size_t bytes, const std::byte* initial);
  void take_in_written_data();
  void take_in_heap(ThreadId thread);
  void take_in_chunks(std::uintptr_t begin, std::size_t bytes);
  ThreadPages& pages_of(ThreadId thread);
  void add_pages_of(ThreadId thread);

  void make_shadow(ImagePage& page);
  void compare(std::uint32_t number);
  void compare(std::uint32_t number, const Segment& segment, std::size_t from_block = 0);
  void compare_stack(ThreadPages& pages, ThreadId thread, std::uintptr_t pointer);
  void rehash_stack(ThreadPages& pages, std::uintptr_t frames);
  void compare_thread(ThreadId thread);
  void set_block(std::uint32_t number, const Segment& segment, std::size_t block);
  void remove_blocks(std::uint32_t number, const Segment& segment, std::size_t before_block);
  void remove_all(std::uint32_t number);
  void remove_living(const ThreadPages& pages);

  void restore_difference(ImagePage& page, const BlockNode* before);
  static void restore(const ImagePage& page, const Segment& segment);
  void settle_thread(ThreadId thread);
  void adopt(const MemoryTree& tree, const Fingerprint& hash);

  bool can_protect() const;
  void take_in_warmed();
  void cool_down();
  void cool(std::vector<std::uint32_t>& pages);
  void warm(std::uint32_t number);

  MemoryTree tree_;
  Fingerprint hash_;
  std::vector<ImagePage> pages_ = std::vector<ImagePage>(1);
  std::vector<std::uint32_t> hot_;     // data and heap pages that are compared at every look
  std::vector<std::uint32_t> always_;  // pages of regions that are never protected
  std::vector<ThreadPages> threads_;
  // Pages of large pieces of memory are numbered apart from the others: the nodes above those that
  // every step changes have few children then, whatever the program owns.
  std::uint32_t next_page_ = 1;
  std::uint32_t next_of_large_ = kFirstOfLarge;
  std::size_t data_pages_ = 0;  // of the written data, how many parts have pages
  bool patience_counts_ = false;
  bool may_protect_ = true;
  std::uint32_t keys_ = 0;  // the page of the World's keys
  std::uint32_t looks_ = 0;
  std::vector<std::vector<std::byte>> initial_;  // contents of what is never protected
  std::vector<std::byte*> free_shadows_;

  // Pages that were protected at some time, for the fault handler; what it let through since the
  // last look, with room for all of them: the handler must not allocate.
  std::unordered_map<std::uintptr_t, std::uint32_t> page_at_;
  std::vector<std::uint32_t> warmed_;
};

MemoryImage& memory_image();

}  // namespace heddle::native
