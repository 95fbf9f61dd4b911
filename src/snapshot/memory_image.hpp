// The program's memory as a value that can be kept, compared and put back.
//
// The image knows the memory that an execution may change, in pages of 4 KiB: the data that was
// ever written, the heap, the live part of each living thread's stack, its thread_local variables
// and its record in the World.  `look` finds out what changed since the last time, by comparing
// with what it saw then; only blocks that changed are copied and hashed.  `put_back` is the way
// back: along the path, by a journal of what changed, or to any state, by a tree that shares with
// others what they have in common.
//
// Pages that have not changed for a while are write-protected and not compared any more until
// somebody writes to them, so that a step costs what it touches, not what the program owns.  A
// small program's pages are all compared, which is cheaper than a fault.
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
#include "runtime/world.hpp"
#include "snapshot/block_compare.hpp"
#include "snapshot/block_tree.hpp"
#include "snapshot/image_page.hpp"
#include "snapshot/journal.hpp"
#include "snapshot/own_frames.hpp"

namespace heddle::native {

// Which states can be gone back to.
enum class Reach : std::uint8_t {
  nowhere,
  path,      // those on the way from the start to the present state
  anywhere,  // all of them
};

// A state of the program.
struct Snapshot {
  MemoryTree memory;                   // for a reach of `anywhere`
  Journal::Mark journal;               // for a reach of `path`...
  OwnFrames::Position own_frames = 0;  // ...the same of our own frames
  Fingerprint hash;                    // of the memory
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
  void set_spin_history_counts(bool counts);

  // Whether fingerprints have 128 bits.  REQUIRES: as above.
  void set_wide(bool wide);

  // REQUIRES: everything is as at the program's start.
  void set_reach(Reach reach) { reach_ = reach; }

  // The thread has been on the processor since the last look, or since memory was put back.
  void note_run(ThreadId thread) {
    if (index(thread) >= threads_.size()) take_in_threads();
    threads_[index(thread)].ran = true;
  }

  // Takes in what changed.  REQUIRES: no thread is on the processor, dead stacks are clean, and
  // note_run was called for those who ran.
  void look();

  // Of what `look` saw last, with the clock and the budgets of the World.
  Fingerprint fingerprint();

  // REQUIRES: nothing happened since `look`.
  Snapshot snapshot();

  // Whether the snapshot is within reach.
  bool can_put_back(const Snapshot& snapshot) const {
    return reach_ == Reach::anywhere || journal_.leads_back_to(snapshot.journal);
  }

  // Makes memory what it was.
  // REQUIRES: can_put_back; nothing happened since `look`, or another way back.
  void put_back(const Snapshot& snapshot);

  // Nobody goes back to anything older on the path.
  void forget_before(const Snapshot& snapshot) {
    journal_.forget_before(snapshot.journal);
    own_frames_.forget_before(snapshot.own_frames);
  }

  // What ways back cost.
  std::size_t bytes() const {
    return block_pool().bytes() + journal_.bytes() + own_frames_.bytes();
  }

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
  // Where the thread's record is.  REQUIRES: the thread was seen.
  const Segment& record_of(ThreadId thread) const {
    return pages_[records_[index(thread) / kRecordsPerPage]]
        .segments[index(thread) % kRecordsPerPage];
  }

  // For measurements.
  std::size_t pages() const { return pages_.size(); }
  std::size_t watched_pages() const { return hot_.size(); }

 private:
  // A piece of memory and what it held when it was seen last.
  struct Watched {
    const std::byte* live = nullptr;
    const std::byte* kept = nullptr;
    std::size_t bytes = 0;
  };
  // The pages of one thread.  0 is no page: the first page is always something else.
  struct ThreadPages {
    std::uint32_t main = 0;            // segments by ThreadPart
    std::vector<std::uint32_t> rest;   // more thread_local variables than fit there
    std::vector<std::uint32_t> stack;  // below what fits there, from the top down
    std::uint32_t heap_chunks = 0;     // how much of the arena has pages...
    std::vector<std::uint32_t> heap;   // ...which are these...
    std::uintptr_t heap_begin = 0;     // ...from here on
    bool ran = true;                   // since the last look
    bool is_compared = false;          // its variables and its stack are what the tree says
    std::uintptr_t frames = 0;         // where the hashed part of the stack began
    std::uint32_t living = 0;          // blocks of the main page that the thread has while it lives
    Watched record;
    bool is_unsettled = false;  // see `unsettled_`
    bool is_small = true;       // all of it but the heap is in the main page
    Watched variables;          // those in the main page...
    Watched top;                // ...the stack there...
    Watched program;            // ...and the program's frames on it

    // Whether nothing of it is known to have changed.
    bool rests() const { return !ran && is_compared && is_small; }
    void set_frames(std::uintptr_t begin) {
      frames = begin;
      const auto at = reinterpret_cast<std::uintptr_t>(top.live);
      const std::size_t from = begin > at ? begin - at : 0;
      program = {top.live + from, top.kept + from, top.bytes - from};
    }
  };
  // A block that is not as it was seen last.
  struct Change {
    const Segment* segment;
    std::uint32_t page;
    std::uint32_t block;
  };
  static constexpr std::uint32_t kFirstOfLarge = MemoryTree::kFirstOfLarge;
  static constexpr std::uint32_t kLarge = 64;  // pages that are taken in at once
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
  // Whether our own frames are part of the image, for those who want to go anywhere; otherwise
  // they are kept apart.
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

  // Of the World, what no page tells.
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
  std::vector<std::uint32_t> hot_;      // data and heap pages that are compared at every look
  std::vector<std::uint32_t> always_;   // pages of regions that are never protected
  std::vector<std::uint32_t> records_;  // the threads' records, several to a page
  std::vector<ThreadPages> threads_;    // those that were ever born
  std::vector<Change> changes_;         // that are to be taken in
  std::vector<ThreadId> unsettled_;     // whose records or stacks were put back
  // Pages of large pieces of memory are numbered apart from the others: the nodes above those that
  // every step changes have few children then, whatever the program owns.
  std::uint32_t next_page_ = 1;
  std::uint32_t next_of_large_ = kFirstOfLarge;
  std::size_t data_pages_ = 0;  // of the written data, how many parts have pages
  bool spin_history_counts_ = false;
  bool may_protect_ = true;
  std::uint32_t keys_ = 0;  // the page of the World's keys
  std::uint32_t looks_ = 0;
  std::vector<std::vector<std::byte>> initial_;  // contents of what is never protected
  void* free_shadows_ = nullptr;  // each points to the next: the fault handler takes one

  // Pages that were protected at some time, for the fault handler; what it let through since the
  // last look, with room for all of them: the handler must not allocate.
  std::unordered_map<std::uintptr_t, std::uint32_t> page_at_;
  std::vector<std::uint32_t> warmed_;
};

[[gnu::visibility("hidden")]] extern MemoryImage* g_memory_image;
MemoryImage& make_memory_image();
inline MemoryImage& memory_image() {
  return g_memory_image != nullptr ? *g_memory_image : make_memory_image();
}

}  // namespace heddle::native
