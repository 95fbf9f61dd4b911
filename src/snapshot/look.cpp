// Finds the changes since the last `look`: first compares all memory that may have changed, then
// applies the changes to the image.  Most of the cost of a step of a stateful search is spent
// here.  Memory that rarely changes is compared without a branch for each piece.
#include <algorithm>
#include <cstring>
#include <utility>

#include "core/check.hpp"
#include "runtime/number_of.hpp"
#include "runtime/root.hpp"
#include "snapshot/block_compare.hpp"
#include "snapshot/block_hash.hpp"
#include "snapshot/dirty_pages.hpp"
#include "snapshot/memory_image.hpp"
#include "snapshot/paused_frames.hpp"

namespace heddle::native {
namespace {

// Interval between cooling passes, which protect pages that have not changed.
constexpr std::uint32_t kLooksBeforeCooling = 16;

// Interval between full scans for unexpected writes.
constexpr std::uint32_t kLooksBeforeThoroughOne = 128;

}  // namespace

[[gnu::always_inline]] inline Lane MemoryImage::difference(const Watched& watched) {
  return native::difference(watched.live, watched.kept, watched.bytes);
}

void MemoryImage::compare(std::uint32_t number) { compare(number, pages_[number].segments[0]); }

void MemoryImage::compare(std::uint32_t number, const Segment& segment) {
  compare(number, segment, 0, segment.bytes);
}

void MemoryImage::compare(std::uint32_t number, const Segment& segment, std::size_t from,
                          std::size_t bytes) {
  note_changes(number, segment, from, bytes);
}

[[gnu::always_inline]] inline void MemoryImage::note_changes(std::uint32_t number,
                                                             const Segment& segment,
                                                             std::size_t from, std::size_t bytes) {
  const std::byte* const kept = pages_[number].shadow + segment.offset;
  for_each_changed_block(segment.live(), kept, from, bytes, [&](std::size_t block) {
    changes_.push_back({&segment, number, static_cast<std::uint32_t>(block)});
  });
}

// Compares the live part of a segment: blocks that end before `begin` count as absent, whatever
// memory holds.
void MemoryImage::compare_living(std::uint32_t number, const Segment& segment,
                                 std::uintptr_t begin) {
  const std::size_t from = begin > segment.address ? begin - segment.address : 0;
  if (from >= kBlockSize) remove_blocks(number, segment, from / kBlockSize);
  // If the image contains runtime frames, the rest of the first block is zero, and is compared.
  // Without that comparison the block could keep contents of a deeper scheduling point that are no
  // longer in memory.
  const std::size_t first = has_own_frames() ? from / kBlockSize * kBlockSize : from;
  compare(number, segment, first, segment.bytes);
}

void MemoryImage::compare_hot(std::uint32_t number) {
  const ImagePage& page = pages_[number];
  const Segment& segment = page.segments[0];
  const std::size_t end = std::min(segment.bytes, page.end);
  const std::size_t begin = std::min<std::size_t>(page.first & ~(kBlockSize - 1), end);
  if (!page.changed &&
      is_none(native::difference(segment.live() + begin, page.shadow + begin, end - begin))) {
    return;
  }
  note_changes(number, segment, begin, end);
}

// Compares a whole page, at intervals: the program may write to memory that the heap did not
// allocate.
void MemoryImage::compare_whole(std::uint32_t number) {
  ImagePage& page = pages_[number];
  const std::size_t before = changes_.size();
  compare(number);
  for (std::size_t i = before; i < changes_.size(); ++i) {
    const std::size_t at = changes_[i].block * kBlockSize;
    if (at + kBlockSize <= page.first || at >= page.end) watch_all(page);
  }
}

[[gnu::always_inline]] inline void MemoryImage::note_change(std::uint32_t number, ImagePage& page,
                                                            const Segment& segment,
                                                            std::size_t block) {
  page.changed = true;
  if (reach_ == Reach::path) [[likely]] {
    journal_.note(number, page, segment, block);
  } else if (reach_ == Reach::anywhere) {
    if (page.stale == 0) stale_.push_back(number);
    page.stale |= std::uint32_t{1} << (segment.first_block() + block);
  }
}

void MemoryImage::take_in_changes() {
  for (const Change& change : changes_) set_block(change.page, *change.segment, change.block);
  changes_.clear();
}

// Clears the part below the program's frames, which does not belong to the image.
void MemoryImage::clear_own(const Segment& segment, std::size_t block, std::byte* kept) {
  const std::size_t begin = block * kBlockSize;
  const std::size_t hashed = segment.hashed_begin();
  if (hashed > begin) std::memset(kept, 0, std::min(hashed - begin, segment.bytes_of(block)));
}

[[gnu::always_inline]] inline void MemoryImage::set_block(std::uint32_t number,
                                                          const Segment& segment,
                                                          std::size_t block) {
  ImagePage& page = pages_[number];
  const std::size_t place = segment.first_block() + block;
  const std::uint32_t bit = std::uint32_t{1} << place;
  const std::byte* const live = segment.live(block);
  const std::size_t bytes = segment.bytes_of(block);
  note_change(number, page, segment, block);
  std::byte* const kept = page.shadow + place * kBlockSize;
  copy_block(kept, live, bytes);
  const bool is_stack = segment.hashed_from != nullptr && !has_own_frames();
  if (is_stack) clear_own(segment, block, kept);
  const bool is_initial = segment.initial == nullptr && bytes == kBlockSize
                              ? is_zero(kept)
                              : is_same(kept, segment.initial_block(block), bytes);
  if (page.hashes == nullptr) [[unlikely]]
    page.hashes = new BlockHashes;
  Fingerprint& hash = (*page.hashes)[place];
  if ((page.present & bit) != 0) subtract(hash_, hash);
  // Initial contents add nothing to the hash, whether the page was added yet or not.
  if (is_initial) {
    page.present &= ~bit;
    return;
  }
  page.present |= bit;
  hash = is_stack ? hash_of(kept, bytes, segment.address + block * kBlockSize)
                  : hash_of(segment, block, kept);
  add(hash_, hash);
}

void MemoryImage::remove_blocks(std::uint32_t number, const Segment& segment,
                                std::size_t before_block) {
  ImagePage& page = pages_[number];
  const std::uint64_t below = (std::uint64_t{1} << (segment.first_block() + before_block)) -
                              (std::uint64_t{1} << segment.first_block());
  const std::uint32_t dead = page.present & static_cast<std::uint32_t>(below);
  if (dead == 0) return;
  for_each_bit(dead, [&](std::size_t place) {
    const std::size_t block = place - segment.first_block();
    note_change(number, page, segment, block);
    subtract(hash_, (*page.hashes)[place]);
    copy_block(page.shadow + place * kBlockSize, segment.initial_block(block),
               segment.bytes_of(block));
  });
  page.present &= ~dead;
}

void MemoryImage::remove_all(std::uint32_t number) {
  if (pages_[number].present == 0) return;
  for (const Segment& segment : pages_[number].segments) {
    remove_blocks(number, segment, segment.blocks());
  }
}

// Removes the pages that a thread has only while it is alive.
void MemoryImage::remove_living(const ThreadPages& pages) {
  for (const ThreadPart part : {kVariables, kStack}) {
    const Segment& segment = pages_[pages.main].segments[part];
    remove_blocks(pages.main, segment, segment.blocks());
  }
  for (const std::uint32_t page : pages.rest) remove_all(page);
  for (const std::uint32_t page : pages.stack) remove_all(page);
}

// Returns whether a thread has ended and only its record is left.
bool MemoryImage::is_gone(const ThreadPages& pages, const Thread& record) const {
  return record.life == Life::exited && pages.is_small &&
         (pages_[pages.main].present & pages.living) == 0;
}

// Compares a small live thread that ran: its announced operation is new, its variables and frames
// are mostly unchanged.
void MemoryImage::compare_moved(ThreadPages& pages, ThreadId thread) {
  constexpr std::size_t kRest = sizeof(Thread) - kBlockSize;
  const std::uint32_t records = records_[index(thread) / kRecordsPerPage];
  const Segment& record = pages_[records].segments[index(thread) % kRecordsPerPage];
  changes_.push_back({&record, records, 0});
  if (!is_none(native::difference<kRest>(pages.record.live + kBlockSize,
                                         pages.record.kept + kBlockSize))) {
    compare(records, record, kBlockSize, sizeof(Thread));
  }
  if (!is_none(difference(pages.variables))) {
    compare(pages.main, pages_[pages.main].segments[kVariables]);
  }
  if (has_same_frames(pages, thread)) {
    keep_own_frames(thread);
  } else {
    compare_stack(pages, thread);
  }
}

// Returns whether the position and the contents of the program's frames are unchanged.
bool MemoryImage::has_same_frames(const ThreadPages& pages, ThreadId thread) const {
  return !has_own_frames() && program_frames(native::thread(thread)) == pages.frames &&
         is_none(difference(pages.program));
}

// Saves the present runtime frames of a thread that was just paused.
void MemoryImage::keep_own_frames(ThreadId thread) {
  if (reach_ != Reach::path) return;
  const Thread& record = native::thread(thread);
  own_frames_.note(thread, static_cast<const std::byte*>(record.context),
                   program_frames(record) - number_of(record.context));
}

void MemoryImage::compare_thread(ThreadId thread) {
  const Thread& record = native::thread(thread);
  ThreadPages& known = threads_[index(thread)];
  const bool is_touched = std::exchange(runtime().threads.record_is_touched[index(thread)], false);
  if (heap().may_have_changed(thread)) {
    compare_record(thread);
    return compare_rest(thread);
  }
  if (known.is_compared && known.is_small && record.life == Life::announced) {
    if (std::exchange(known.ran, false)) return compare_moved(known, thread);
    if (is_none(difference(known.variables) | difference(known.program))) {
      if (is_touched) compare_record(thread);
      return;
    }
  }
  compare_record(thread);
  if (!is_gone(known, record)) compare_rest(thread);
}

// Compares all threads.  Idle threads are compared without a branch for each of them.  Other
// threads hardly ever write to their variables or frames, and mark their records when they write
// to those.
void MemoryImage::compare_threads() {
  const std::uint32_t count = world().threads_seen;
  Lane changes{};
  for (std::uint32_t i = 0; i < count; ++i) {
    const ThreadPages& known = threads_[i];
    if (!known.rests() || runtime().threads.record_is_touched[i] ||
        heap().may_have_changed(thread_id(i))) {
      compare_thread(thread_id(i));
    } else {
      changes |= difference(known.variables) | difference(known.program);
    }
  }
  if (is_none(changes)) [[likely]]
    return;
  for (std::uint32_t i = 0; i < count; ++i) {
    const ThreadPages& known = threads_[i];
    if (known.rests() && !is_none(difference(known.variables) | difference(known.program))) {
      compare_rest(thread_id(i));
    }
  }
}

// Checks that the record of an idle thread changes only when it is marked.
void MemoryImage::check_records() const {
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    if (runtime().threads.record_is_touched[i] || !threads_[i].rests()) continue;
    HEDDLE_CHECK(is_none(difference(threads_[i].record)),
                 "the record of an idle thread was changed");
  }
}

void MemoryImage::compare_record(ThreadId thread) {
  const std::uint32_t number = records_[index(thread) / kRecordsPerPage];
  compare(number, pages_[number].segments[index(thread) % kRecordsPerPage]);
}

// Compares everything of a thread but its record.
void MemoryImage::compare_rest(ThreadId thread) {
  const Thread& record = native::thread(thread);
  if (record.life == Life::unborn) {
    ThreadPages& pages = threads_[index(thread)];
    if (pages.main == 0) return;
    pages.is_compared = false;
    remove_living(pages);
    remove_all(pages.main);
    return;
  }
  ThreadPages& pages = pages_of(thread);
  const std::uint32_t number = pages.main;
  if (heap().has_changed(thread)) {
    take_in_heap(thread);
    compare(number, pages_[number].segments[kArena]);
  }
  pages.is_compared = record.life == Life::announced;
  if (!pages.is_compared) return remove_living(pages);
  compare(number, pages_[number].segments[kVariables]);
  for (const std::uint32_t page : pages.rest) compare(page);
  if (std::exchange(pages.ran, false)) {
    compare_stack(pages, thread);
  } else {
    compare_frames(pages, program_frames(record));
  }
}

// Compares the stack of a thread that did not run: other threads may have written to the program's
// frames.
void MemoryImage::compare_frames(ThreadPages& pages, std::uintptr_t frames) {
  const Segment& top = pages_[pages.main].segments[kStack];
  const auto from = [&](std::uintptr_t begin) { return frames > begin ? frames - begin : 0; };
  compare(pages.main, top, from(top.address), top.bytes);
  for (const std::uint32_t page : pages.stack) {
    const Segment& segment = pages_[page].segments[0];
    if (segment.address + segment.bytes <= frames) break;
    compare(page, segment, from(segment.address), segment.bytes);
  }
}

// Rehashes the blocks between these addresses, because the part of them that distinguishes states
// has changed.
void MemoryImage::rehash_stack(ThreadPages& pages, std::uintptr_t from, std::uintptr_t to) {
  const auto rehash = [&](std::uint32_t number, const Segment& segment) {
    if (from >= segment.address + segment.bytes || to <= segment.address) return;
    const std::size_t first = from > segment.address ? (from - segment.address) / kBlockSize : 0;
    for (std::size_t block = first; block < segment.blocks(); ++block) {
      if (segment.address + block * kBlockSize >= to) break;
      if (!pages_[number].has(segment.first_block() + block)) continue;
      changes_.push_back({&segment, number, static_cast<std::uint32_t>(block)});
    }
  };
  rehash(pages.main, pages_[pages.main].segments[kStack]);
  for (const std::uint32_t page : pages.stack) rehash(page, pages_[page].segments[0]);
}

void MemoryImage::compare_stack(ThreadPages& pages, ThreadId thread) {
  const Thread& record = native::thread(thread);
  const std::uintptr_t frames = program_frames(record);
  const std::uintptr_t pointer = has_own_frames() ? number_of(record.context) : frames;
  const Segment& top = pages_[pages.main].segments[kStack];
  compare_living(pages.main, top, pointer);
  std::uintptr_t begin = top.address;
  for (std::size_t i = 0; pointer < begin || i < pages.stack.size(); ++i) {
    const bool lives = pointer < begin;
    begin -= kImagePage;
    if (i == pages.stack.size()) {
      Segment below{begin, 0, kImagePage};
      below.hashed_from = &record.frames;
      const std::uint32_t page = add_page({below});
      pages.stack.push_back(page);
      pages.is_small = false;
    }
    const std::uint32_t page = pages.stack[i];
    if (lives) {
      compare_living(page, pages_[page].segments[0], pointer);
    } else {
      remove_all(page);
    }
  }
  keep_own_frames(thread);
  if (frames == pages.frames) return;
  if (has_own_frames()) {
    rehash_stack(pages, std::min(pages.frames, frames), std::max(pages.frames, frames));
  } else if (frames > pages.frames) {
    rehash_stack(pages, frames, frames + 1);
  }
  pages.set_frames(frames);
}

void MemoryImage::look() {
  if (!warmed_.empty()) take_in_warmed();
  if (data_pages_ < dirty_pages().dirty_count()) take_in_written_data();
  if (world().threads_seen > threads_.size()) take_in_threads();
  const bool is_thorough = ++looks_ % kLooksBeforeThoroughOne == 0;
  if (is_thorough) check_records();
  compare_threads();
  if (!heap().news().empty()) take_in_news_of_heap();
  if (is_thorough) take_in_changes();
  for (const std::uint32_t page : hot_) is_thorough ? compare_whole(page) : compare_hot(page);
  for (const std::uint32_t page : always_) compare(page);
  if (world().keys_changed) compare(keys_);
  take_in_changes();
  if (looks_ % kLooksBeforeCooling == 0) cool_down();
}

}  // namespace heddle::native
