// The program's memory as a value that can be saved, compared and restored.
//
// The image covers the memory that an execution may change, in pages of 4 KiB.  This is the data
// that was ever written and the heap.  For each live thread it is also the live part of its stack,
// its thread_local variables and its record in the World.
//
// MemoryScanner finds the changes since the previous scan by comparing memory with its last
// contents; only changed blocks are copied and hashed.  PageProtection spares it pages that do not
// change.  PastStates keeps former contents, and MemoryRestorer writes them back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/ids.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/root.hpp"
#include "snapshot/block_hash.hpp"
#include "snapshot/image_pages.hpp"
#include "snapshot/image_threads.hpp"
#include "snapshot/memory_restorer.hpp"
#include "snapshot/memory_scanner.hpp"
#include "snapshot/page_protection.hpp"
#include "snapshot/past_states.hpp"
#include "snapshot/world_hash.hpp"

namespace heddle::native {

class MemoryImage {
 public:
  // Takes the program's present state as its initial one.  `regions` is memory beyond data and
  // heap that also belongs to its state; it is never protected.  REQUIRES: data and heap are as at
  // the program's start, and heap blocks that are not in use are zero.
  void begin(const std::vector<MemoryRegion>& regions) { scanner_.begin(regions); }
  bool has_begun() const { return scanner_.has_begun(); }

  // Sets whether spin histories distinguish states.  REQUIRES: only the present state is restored
  // later, or those after it; the reach is not `anywhere`, or everything is as at the program's
  // start.
  void set_spin_history_counts(bool counts) { threads_.set_spin_history_counts(counts); }

  // Sets whether fingerprints have 128 bits.  REQUIRES: no thread was seen yet, or everything is as
  // at the program's start.
  void set_wide(bool wide) {
    flags().wide_hashes = wide;
    world_hash_.forget();
  }

  // Sets which states can be restored.  REQUIRES: everything is as at the program's start.
  void set_reach(Reach reach) { past_.set_reach(reach); }

  // Records that the thread has run since the last scan or restore.
  void note_run(ThreadId thread) { threads_.note_run(thread); }

  // Updates the image with all changes.  REQUIRES: no thread is on the processor, dead stacks are
  // clean, and note_run was called for each thread that ran.
  void scan() { scanner_.scan(); }

  // Same as scan, where no earlier state is restored any more: it keeps no former contents.
  void scan_first();

  // Returns the fingerprint of the state at the last scan, including the clock and the budgets of
  // the World, without the contents of these pages of the heap.
  Fingerprint fingerprint(std::span<const ManagedHeap::Range> without = {}) {
    Fingerprint sum = pages_.hash();
    for (const ManagedHeap::Range& range : without) subtract(sum, scanner_.hash_of(range));
    add(sum, world_hash_.present());
    return sum;
  }

  // Takes a snapshot.  REQUIRES: nothing has run since the last scan.
  Snapshot snapshot() { return past_.take(); }

  // Returns whether the snapshot can be restored.
  bool can_restore(const Snapshot& snapshot) const { return past_.lead_back_to(snapshot); }

  // Restores a snapshot.  REQUIRES: can_restore; nothing has run since the last scan or restore.
  void restore(const Snapshot& snapshot) { restorer_.restore(snapshot); }

  // Drops everything older than `snapshot` on the path.  REQUIRES: no older snapshot is restored
  // later.
  void forget_before(const Snapshot& snapshot) { past_.forget_before(snapshot); }

  // The memory in use for restoring states.
  std::size_t bytes() const { return past_.bytes(); }

  // Restores data and heap to the program's start; the caller resets the World.  REQUIRES: nothing
  // has run since the last scan or restore.
  void restore_initial() { restorer_.restore_initial(); }

  // Handles a write fault: returns whether the address is in a page that the image had protected
  // and that is now writable.  Called by the fault handler.  Async-signal-safe.
  bool let_write(std::uintptr_t address) { return protection_.let_write(address); }

  // Makes every page writable permanently: from now on, pages are compared.
  void stop_protecting() { protection_.stop(); }

  // Returns a page as of the last scan, for code that inspects states. 0 is no page.
  const ImagePage& page(std::size_t number) const { return pages_[number]; }
  // Returns the segment of the thread's record.  REQUIRES: the thread was seen.
  const Segment& record_of(ThreadId thread) const { return threads_.record(thread); }

  // For measurements.
  std::size_t pages() const { return pages_.size(); }

 private:
  ImagePages pages_;
  ImageThreads threads_{pages_};
  PageProtection protection_{pages_};
  PastStates past_{pages_};
  MemoryScanner scanner_{pages_, threads_, protection_, past_};
  MemoryRestorer restorer_{pages_, threads_, protection_, past_};
  WorldHash world_hash_;
};

inline MemoryImage& memory_image() { return allocated_part(runtime().memory_image); }

}  // namespace heddle::native
