#include "snapshot/thread_scanner.hpp"

#include <algorithm>
#include <utility>

#include "core/check.hpp"
#include "runtime/number_of.hpp"
#include "runtime/root.hpp"
#include "snapshot/block_compare.hpp"
#include "snapshot/paused_frames.hpp"

namespace heddle::native {
namespace {

[[gnu::always_inline]] inline Lane changed_bytes(const Watched& watched) {
  return native::difference(watched.live, watched.kept, watched.bytes);
}

}  // namespace

// Idle threads are compared without a branch for each of them.  Other threads hardly ever write to
// their variables or frames, and mark their records when they write to those.
void ThreadScanner::compare_all() {
  const std::uint32_t count = world().threads_seen;
  Lane changes{};
  for (std::uint32_t i = 0; i < count; ++i) {
    const ThreadPages& known = threads_[thread_id(i)];
    if (!known.rests() || runtime().threads.record_is_touched[i] ||
        heap().may_have_changed(thread_id(i))) {
      compare_thread(thread_id(i));
    } else {
      changes |= changed_bytes(known.variables) | changed_bytes(known.program);
    }
  }
  if (is_none(changes)) [[likely]]
    return;
  for (std::uint32_t i = 0; i < count; ++i) {
    const ThreadPages& known = threads_[thread_id(i)];
    if (known.rests() && !is_none(changed_bytes(known.variables) | changed_bytes(known.program))) {
      compare_rest(thread_id(i));
    }
  }
}

void ThreadScanner::check_records() const {
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const ThreadPages& known = threads_[thread_id(i)];
    if (runtime().threads.record_is_touched[i] || !known.rests()) continue;
    HEDDLE_CHECK(is_none(changed_bytes(known.record)), "the record of an idle thread was changed");
  }
}

void ThreadScanner::compare_thread(ThreadId thread) {
  const Thread& record = native::thread(thread);
  ThreadPages& known = threads_[thread];
  const bool is_touched = std::exchange(runtime().threads.record_is_touched[index(thread)], false);
  if (heap().may_have_changed(thread)) {
    compare_record(thread);
    return compare_rest(thread);
  }
  if (known.is_compared && known.is_small && record.life == Life::announced) {
    if (std::exchange(known.ran, false)) return compare_moved(known, thread);
    if (is_none(changed_bytes(known.variables) | changed_bytes(known.program))) {
      if (is_touched) compare_record(thread);
      return;
    }
  }
  compare_record(thread);
  if (!is_gone(known, record)) compare_rest(thread);
}

// Compares a small live thread that ran: its announced operation is new, its variables and frames
// are mostly unchanged.
void ThreadScanner::compare_moved(ThreadPages& own, ThreadId thread) {
  constexpr std::size_t kRest = sizeof(Thread) - kBlockSize;
  const std::uint32_t records = threads_.record_page(thread);
  const Segment& record = threads_.record(thread);
  changes_.note(records, record, 0);
  if (!is_none(
          native::difference<kRest>(own.record.live + kBlockSize, own.record.kept + kBlockSize))) {
    changes_.compare(records, record, kBlockSize, sizeof(Thread));
  }
  if (!is_none(changed_bytes(own.variables))) {
    changes_.compare(own.main, threads_.segment(own, kVariables));
  }
  if (has_same_frames(own, thread)) {
    past_.note_own_frames(thread);
  } else {
    compare_stack(own, thread);
  }
}

// Returns whether the position and the contents of the program's frames are unchanged.
bool ThreadScanner::has_same_frames(const ThreadPages& own, ThreadId thread) const {
  return !past_.has_own_frames() && program_frames(native::thread(thread)) == own.frames &&
         is_none(changed_bytes(own.program));
}

void ThreadScanner::compare_record(ThreadId thread) {
  changes_.compare(threads_.record_page(thread), threads_.record(thread));
}

// Compares everything of a thread but its record.
void ThreadScanner::compare_rest(ThreadId thread) {
  const Thread& record = native::thread(thread);
  if (record.life == Life::unborn) {
    ThreadPages& own = threads_[thread];
    if (own.main == 0) return;
    own.is_compared = false;
    remove_living(own);
    changes_.remove_all(own.main);
    return;
  }
  ThreadPages& own = threads_.with_pages(thread);
  if (heap().has_changed(thread)) {
    heap_pages_.add_chunks(thread);
    changes_.compare(own.main, threads_.segment(own, kArena));
  }
  own.is_compared = record.life == Life::announced;
  if (!own.is_compared) return remove_living(own);
  changes_.compare(own.main, threads_.segment(own, kVariables));
  for (const std::uint32_t page : own.rest) changes_.compare(page);
  if (std::exchange(own.ran, false)) {
    compare_stack(own, thread);
  } else {
    compare_frames(own, program_frames(record));
  }
}

// Returns whether a thread has ended and only its record is left.
bool ThreadScanner::is_gone(const ThreadPages& own, const Thread& record) const {
  return record.life == Life::exited && own.is_small &&
         (pages_[own.main].present & own.living) == 0;
}

// Removes the pages that a thread has only while it is alive.
void ThreadScanner::remove_living(const ThreadPages& own) {
  for (const ThreadPart part : {kVariables, kStack}) {
    const Segment& segment = threads_.segment(own, part);
    changes_.remove(own.main, segment, segment.blocks());
  }
  for (const std::uint32_t page : own.rest) changes_.remove_all(page);
  for (const std::uint32_t page : own.stack) changes_.remove_all(page);
}

void ThreadScanner::compare_stack(ThreadPages& own, ThreadId thread) {
  const Thread& record = native::thread(thread);
  const std::uintptr_t frames = program_frames(record);
  const std::uintptr_t pointer = past_.has_own_frames() ? number_of(record.context) : frames;
  const Segment& top = threads_.segment(own, kStack);
  compare_living(own.main, top, pointer);
  std::uintptr_t begin = top.address;
  for (std::size_t i = 0; pointer < begin || i < own.stack.size(); ++i) {
    const bool lives = pointer < begin;
    begin -= kImagePage;
    if (i == own.stack.size()) threads_.add_stack_page(thread, begin);
    const std::uint32_t page = own.stack[i];
    if (lives) {
      compare_living(page, pages_[page].segments[0], pointer);
    } else {
      changes_.remove_all(page);
    }
  }
  past_.note_own_frames(thread);
  if (frames == own.frames) return;
  if (past_.has_own_frames()) {
    rehash_stack(own, std::min(own.frames, frames), std::max(own.frames, frames));
  } else if (frames > own.frames) {
    rehash_stack(own, frames, frames + 1);
  }
  own.set_frames(frames);
}

// Compares the live part of a segment: blocks that end before `begin` count as absent, whatever
// memory holds.
void ThreadScanner::compare_living(std::uint32_t number, const Segment& segment,
                                   std::uintptr_t begin) {
  const std::size_t from = begin > segment.address ? begin - segment.address : 0;
  if (from >= kBlockSize) changes_.remove(number, segment, from / kBlockSize);
  // If the image contains runtime frames, the rest of the first block is zero, and is compared.
  // Without that comparison the block could keep contents of a deeper scheduling point that are no
  // longer in memory.
  const std::size_t first = past_.has_own_frames() ? from / kBlockSize * kBlockSize : from;
  changes_.compare(number, segment, first, segment.bytes);
}

// Compares the stack of a thread that did not run: other threads may have written to the program's
// frames.
void ThreadScanner::compare_frames(const ThreadPages& own, std::uintptr_t frames) {
  const Segment& top = threads_.segment(own, kStack);
  const auto from = [&](std::uintptr_t begin) { return frames > begin ? frames - begin : 0; };
  changes_.compare(own.main, top, from(top.address), top.bytes);
  for (const std::uint32_t page : own.stack) {
    const Segment& segment = pages_[page].segments[0];
    if (segment.address + segment.bytes <= frames) break;
    changes_.compare(page, segment, from(segment.address), segment.bytes);
  }
}

// Rehashes the blocks between these addresses, because the part of them that distinguishes states
// has changed.
void ThreadScanner::rehash_stack(const ThreadPages& own, std::uintptr_t from, std::uintptr_t to) {
  const auto rehash = [&](std::uint32_t number, const Segment& segment) {
    if (from >= segment.address + segment.bytes || to <= segment.address) return;
    const std::size_t first = from > segment.address ? (from - segment.address) / kBlockSize : 0;
    for (std::size_t block = first; block < segment.blocks(); ++block) {
      if (segment.address + block * kBlockSize >= to) break;
      if (!pages_[number].has(segment.first_block() + block)) continue;
      changes_.note(number, segment, block);
    }
  };
  rehash(own.main, threads_.segment(own, kStack));
  for (const std::uint32_t page : own.stack) rehash(page, pages_[page].segments[0]);
}

}  // namespace heddle::native
