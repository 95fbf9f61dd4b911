// The program's memory as a value that can be saved, compared and restored.
//
// The image covers the memory that an execution may change, in pages of 4 KiB.  This is the data
// that was ever written and the heap.  For each live thread it is also the live part of its stack,
// its thread_local variables and its record in the World.  `look` finds the changes since the
// previous `look` by comparing memory with its last contents; only changed blocks are copied and
// hashed.  `put_back` restores a snapshot.  It restores states on the current path through a
// journal of changes, and any state through a tree that shares common parts with other trees.
//
// Pages that have not changed for a while are write-protected and not compared until the next
// write to them.  So a step costs what it touches, not what the program owns.  All pages of a
// small program are compared, which is cheaper than a fault.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/ids.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/root.hpp"
#include "runtime/world.hpp"
#include "snapshot/block_compare.hpp"
#include "snapshot/block_tree.hpp"
#include "snapshot/image_page.hpp"
#include "snapshot/journal.hpp"
#include "snapshot/own_frames.hpp"

namespace heddle::native {

// The states that can be restored.
enum class Reach : std::uint8_t {
  nowhere,
  path,      // those on the path from the start to the present state
  anywhere,  // all of them
};

// A state of the program.
struct Snapshot {
  MemoryTree memory;                   // for a reach of `anywhere`
  Journal::Mark journal;               // for a reach of `path`...
  OwnFrames::Position own_frames = 0;  // ...the same for runtime frames
  Fingerprint hash;                    // of the memory
  WorldHead head;
};

class MemoryImage {
 public:
  // Takes the program's present state as its initial one.  `regions` is memory beyond data and
  // heap that also belongs to its state; it is never protected.  REQUIRES: data and heap are as at
  // the program's start, and heap blocks that are not in use are zero.
  void begin(const std::vector<MemoryRegion>& regions);
  bool has_begun() const { return keys_ != 0; }

  // Sets whether spin histories distinguish states.  REQUIRES: no thread was seen yet, or
  // everything is as at the program's start.
  void set_spin_history_counts(bool counts);

  // Sets whether fingerprints have 128 bits.  REQUIRES: as above.
  void set_wide(bool wide);

  // Sets which states can be restored.  REQUIRES: everything is as at the program's start.
  void set_reach(Reach reach) { reach_ = reach; }

  // Records that the thread has run since the last `look` or restore.
  void note_run(ThreadId thread) {
    if (index(thread) >= threads_.size()) take_in_threads();
    threads_[index(thread)].ran = true;
  }

  // Updates the image with all changes.  REQUIRES: no thread is on the processor, dead stacks are
  // clean, and note_run was called for each thread that ran.
  void look();

  // Returns the fingerprint of the state at the last `look`, including the clock and the budgets
  // of the World.
  Fingerprint fingerprint();

  // Takes a snapshot.  REQUIRES: nothing has run since `look`.
  Snapshot snapshot();

  // Returns whether the snapshot can be restored.
  bool can_put_back(const Snapshot& snapshot) const {
    return reach_ == Reach::anywhere || journal_.leads_back_to(snapshot.journal);
  }

  // Restores a snapshot.  REQUIRES: can_put_back; nothing has run since `look` or the last
  // restore.
  void put_back(const Snapshot& snapshot);

  // Drops everything older than `snapshot` on the path.  REQUIRES: no older snapshot is restored
  // later.
  void forget_before(const Snapshot& snapshot) {
    journal_.forget_before(snapshot.journal);
    own_frames_.forget_before(snapshot.own_frames);
  }

  // The memory in use for restoring states.
  std::size_t bytes() const {
    return block_pool().bytes() + journal_.bytes() + own_frames_.bytes();
  }

  // Restores data and heap to the program's start; the caller resets the World.  REQUIRES: as
  // above.
  void put_back_initial();

  // Handles a write fault: returns whether the address is in a page that the image had protected
  // and that is now writable.  Called by the fault handler.  Async-signal-safe.
  bool let_write(std::uintptr_t address);

  // Makes every page writable permanently: from now on, pages are compared.
  void stop_protecting();

  // Returns a page as of the last `look`, for code that inspects states. 0 is no page.
  const ImagePage& page(std::size_t number) const { return pages_[number]; }
  // Returns the segment of the thread's record.  REQUIRES: the thread was seen.
  const Segment& record_of(ThreadId thread) const {
    return pages_[records_[index(thread) / kRecordsPerPage]]
        .segments[index(thread) % kRecordsPerPage];
  }

  // For measurements.
  std::size_t pages() const { return pages_.size(); }
  std::size_t watched_pages() const { return hot_.size(); }

 private:
  // A piece of memory and its contents at the last comparison.
  struct Watched {
    const std::byte* live = nullptr;
    const std::byte* kept = nullptr;
    std::size_t bytes = 0;
  };
  // The pages of one thread. 0 is no page: the first page is never a thread's.
  struct ThreadPages {
    std::uint32_t main = 0;            // segments by ThreadPart
    std::vector<std::uint32_t> rest;   // thread_local variables that do not fit there
    std::vector<std::uint32_t> stack;  // the part below, from the top down
    std::uint32_t heap_chunks = 0;     // how much of the arena has pages...
    std::vector<std::uint32_t> heap;   // ...which are these...
    std::uintptr_t heap_begin = 0;     // ...from here on
    bool ran = true;                   // since the last look
    bool is_compared = false;          // its variables and its stack match the image
    std::uintptr_t frames = 0;         // where the hashed part of the stack began
    std::uint32_t living = 0;          // blocks of the main page that the thread has while it lives
    Watched record;
    bool is_unsettled = false;  // see `unsettled_`
    bool is_small = true;       // all of it but the heap is in the main page
    Watched variables;          // those in the main page...
    Watched top;                // ...the stack there...
    Watched program;            // ...and the program's frames on it

    // Returns whether no part of the thread is expected to have changed.
    bool rests() const { return !ran && is_compared && is_small; }
    void set_frames(std::uintptr_t begin) {
      frames = begin;
      const auto at = reinterpret_cast<std::uintptr_t>(top.live);
      const std::size_t from = begin > at ? begin - at : 0;
      program = {top.live + from, top.kept + from, top.bytes - from};
    }
  };
  // A block that has changed since the last comparison.
  struct Change {
    const Segment* segment;
    std::uint32_t page;
    std::uint32_t block;
  };
  static constexpr std::uint32_t kFirstOfLarge = MemoryTree::kFirstOfLarge;
  static constexpr std::uint32_t kLarge = 64;  // a piece of more pages is large
  enum ThreadPart : std::size_t { kArena, kVariables, kStack };
  static constexpr std::size_t kRecordsPerPage = kImagePage / sizeof(Thread);
  static_assert(sizeof(Thread) % kBlockSize == 0);

  std::uint32_t add_page(std::vector<Segment> segments);
  ImagePage& new_page(std::uint32_t number, std::vector<Segment> segments);
  std::uint32_t add_page(std::uintptr_t address, std::size_t bytes, const std::byte* initial);
  void take_in_written_data();
  void take_in_heap(ThreadId thread);
  void take_in_chunks(ThreadPages& pages, std::uintptr_t begin, std::size_t bytes);
  void take_in_news_of_heap();
  void take_in(const ManagedHeap::News& news);
  static void watch_all(ImagePage& page) {
    page.first = 0;
    page.end = kImagePage;
  }
  ThreadPages& pages_of(ThreadId thread);
  void add_pages_of(ThreadId thread);
  static std::uint64_t hash_of_spin_histories();
  std::uint32_t hashed_end_of_record() const;
  void add_records();
  void take_in_threads();

  std::byte* new_shadow();
  void free_shadow(ImagePage& page);
  void make_shadow(ImagePage& page);
  void compare(std::uint32_t number);
  void compare(std::uint32_t number, const Segment& segment);
  void compare(std::uint32_t number, const Segment& segment, std::size_t from, std::size_t bytes);
  void note_changes(std::uint32_t number, const Segment& segment, std::size_t from,
                    std::size_t bytes);
  void compare_hot(std::uint32_t number);
  void compare_whole(std::uint32_t number);
  void compare_living(std::uint32_t number, const Segment& segment, std::uintptr_t begin);
  void compare_stack(ThreadPages& pages, ThreadId thread);
  void compare_frames(ThreadPages& pages, std::uintptr_t frames);
  void rehash_stack(ThreadPages& pages, std::uintptr_t from, std::uintptr_t to);
  static Lane difference(const Watched& watched);
  void compare_threads();
  bool is_gone(const ThreadPages& pages, const Thread& record) const;
  void compare_thread(ThreadId thread);
  void compare_moved(ThreadPages& pages, ThreadId thread);
  bool has_same_frames(const ThreadPages& pages, ThreadId thread) const;
  void keep_own_frames(ThreadId thread);
  void compare_record(ThreadId thread);
  void check_records() const;
  void compare_rest(ThreadId thread);
  void note_change(std::uint32_t number, ImagePage& page, const Segment& segment,
                   std::size_t block);
  void take_in_changes();
  void set_block(std::uint32_t number, const Segment& segment, std::size_t block);
  static void clear_own(const Segment& segment, std::size_t block, std::byte* kept);
  // Returns whether runtime frames are part of the image, as a reach of `anywhere` requires.
  // Otherwise they are kept separately.
  bool has_own_frames() const { return reach_ == Reach::anywhere; }
  void remove_blocks(std::uint32_t number, const Segment& segment, std::size_t before_block);
  void remove_all(std::uint32_t number);
  void remove_living(const ThreadPages& pages);

  void undo(const OldBlock& old);
  void note_overwritten(const std::byte* live);
  void restore_block(ImagePage& page, const Segment& segment, std::size_t block,
                     const std::byte* content, const Fingerprint& hash);
  void restore_initial(std::uint32_t number);
  static void restore_absent(const ImagePage& page, const Segment& segment, std::uintptr_t from);
  static void clear_absent(const ImagePage& page, const Segment& segment, std::uintptr_t from);
  void unsettle(ThreadId thread) {
    if (!std::exchange(threads_[index(thread)].is_unsettled, true)) unsettled_.push_back(thread);
  }
  void settle_thread(ThreadId thread);
  void restore_living(ThreadId thread);
  void bring_tree_up_to_date();
  void bring_up_to_date(std::uint32_t number);
  void adopt(const MemoryTree& tree);
  void adopt_page(std::uint32_t number, const BlockNode* before, const BlockNode* wanted);

  bool can_protect() const;
  void take_in_warmed();
  void cool_down();
  void cool(std::vector<std::uint32_t>& pages);
  void warm(std::uint32_t number);

  // The part of the World that belongs to no page but distinguishes states.
  struct HashedWorld {
    ProcessState rest;
    std::uint64_t spin_histories = 0;
  };
  static_assert(std::has_unique_object_representations_v<HashedWorld>);

  Fingerprint hash_;
  HashedWorld hashed_;      // the last time...
  Fingerprint world_hash_;  // ...and its hash
  bool world_is_hashed_ = false;
  Reach reach_ = Reach::nowhere;
  Journal journal_;
  OwnFrames own_frames_;
  MemoryTree tree_;                   // as of the last snapshot
  std::vector<std::uint32_t> stale_;  // pages in which it lags behind
  std::vector<ImagePage> pages_ = std::vector<ImagePage>(1);
  std::vector<std::uint32_t> hot_;      // data and heap pages that every `look` compares
  std::vector<std::uint32_t> always_;   // pages of regions that are never protected
  std::vector<std::uint32_t> records_;  // the threads' records, several to a page
  std::vector<ThreadPages> threads_;    // those that were ever born
  std::vector<Change> changes_;         // not yet applied to the image
  std::vector<ThreadId> unsettled_;     // whose records or stacks were restored
  // Pages of large pieces of memory are numbered separately.  So the nodes above the pages that
  // every step changes have few children, however much memory the program owns.
  std::uint32_t next_page_ = 1;
  std::uint32_t next_of_large_ = kFirstOfLarge;
  std::size_t data_pages_ = 0;  // number of parts of the written data that have pages
  bool spin_history_counts_ = false;
  bool may_protect_ = true;
  std::uint32_t keys_ = 0;  // the page of the World's keys
  std::uint32_t looks_ = 0;
  std::vector<std::vector<std::byte>> initial_;  // contents of memory that is never protected
  void* free_shadows_ = nullptr;  // each points to the next: the fault handler takes one

  // For the fault handler: pages that were ever protected, and the pages that it made writable
  // since the last `look`.  The vector has room for all of them, because the handler must not
  // allocate.
  std::unordered_map<std::uintptr_t, std::uint32_t> page_at_;
  std::vector<std::uint32_t> warmed_;
};

inline MemoryImage& memory_image() { return allocated_part(runtime().memory_image); }

}  // namespace heddle::native
