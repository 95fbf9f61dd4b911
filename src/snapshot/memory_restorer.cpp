#include "snapshot/memory_restorer.hpp"

#include <algorithm>
#include <cstring>

#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/number_of.hpp"
#include "runtime/root.hpp"
#include "runtime/world.hpp"
#include "snapshot/paused_frames.hpp"

namespace heddle::native {
namespace {

// Restores the contents of a present block; the caller updates the state hash.
void restore_block(ImagePage& page, const Segment& segment, std::size_t block,
                   const std::byte* content, const Fingerprint& hash) {
  const std::size_t place = segment.first_block() + block;
  const std::size_t bytes = segment.bytes_of(block);
  copy_block(segment.live(block), content, bytes);
  copy_block(page.shadow + place * kBlockSize, content, bytes);
  if (page.hashes == nullptr) page.hashes = new BlockHashes;
  (*page.hashes)[place] = hash;
  page.present |= std::uint32_t{1} << place;
}

// Restores the absent blocks of a segment.  Its memory was not compared while the thread did not
// exist, so its contents are unknown.  Blocks that belong to the state are already restored.
// clean_stack handles memory below `from`.
void restore_absent(const ImagePage& page, const Segment& segment, std::uintptr_t from) {
  const std::size_t first = from > segment.address ? (from - segment.address) / kBlockSize : 0;
  for (std::size_t block = first; block < segment.blocks(); ++block) {
    if (page.has(segment.first_block() + block)) continue;
    copy_block(segment.live(block), segment.initial_block(block), segment.bytes_of(block));
  }
}

// Clears the program's frames from `from` on where the image has no block: runtime frames, which
// the image does not cover, may have been there later.
[[gnu::always_inline]] inline void clear_absent(const ImagePage& page, const Segment& segment,
                                                std::uintptr_t from) {
  const std::size_t begin = from > segment.address ? from - segment.address : 0;
  if (begin >= segment.bytes) return;
  const std::size_t first = segment.first_block() + begin / kBlockSize;
  const std::uint64_t end = std::uint64_t{1} << (segment.first_block() + segment.blocks());
  const auto blocks = static_cast<std::uint32_t>(end - (std::uint64_t{1} << first));
  for_each_bit(blocks & ~page.present, [&](std::size_t place) {
    const std::size_t at = (place - segment.first_block()) * kBlockSize;
    const std::size_t until = std::min<std::size_t>(at + kBlockSize, segment.bytes);
    const std::size_t since = std::max(at, begin);
    std::memset(segment.live() + since, 0, until - since);
  });
}

}  // namespace

// Marks a thread as unsettled when its record was restored, or a block of its stack, which may
// contain runtime frames.
[[gnu::always_inline]] inline void MemoryRestorer::note_overwritten(const std::byte* live) {
  const std::uintptr_t record = number_of(live) - number_of(&world().threads);
  if (record < sizeof world().threads) return unsettle(thread_id(record / sizeof(Thread)));
  const std::uintptr_t stack = number_of(live) - kStackBase;
  if (stack >= kMaxThreads * kStackStride) return;
  const ThreadId owner = thread_id(stack / kStackStride);
  unsettle(owner);
  past_.own_frames().note_overwritten(owner);
}

[[gnu::always_inline]] inline void MemoryRestorer::undo(const OldBlock& old) {
  ImagePage& page = pages_[old.page];
  if (page.cold) [[unlikely]]
    protection_.warm(old.page);
  page.changed = true;
  std::byte* const shadow = page.shadow + old.block * kBlockSize;
  copy_block(old.live, old.content.data(), old.bytes);
  copy_block(shadow, old.content.data(), old.bytes);
  note_overwritten(old.live);
  const std::uint32_t bit = std::uint32_t{1} << old.block;
  if (old.present) {
    (*page.hashes)[old.block] = old.hash;
    page.present |= bit;
  } else {
    page.present &= ~bit;
  }
}

// The page holds what the tree has for it, except in the blocks that differ.
void MemoryRestorer::adopt_page(std::uint32_t number, const BlockNode* before,
                                const BlockNode* wanted) {
  ImagePage& page = pages_[number];
  if (page.cold) protection_.warm(number);
  page.changed = true;
  const std::uint32_t old_present = before != nullptr ? before->present : 0;
  const std::uint32_t present = wanted != nullptr ? wanted->present : 0;
  std::uint32_t differ = old_present ^ present;
  for_each_bit(old_present & present, [&](std::size_t place) {
    if (before->children[place] != wanted->children[place]) differ |= std::uint32_t{1} << place;
  });
  for_each_bit(differ, [&](std::size_t place) {
    const Segment& segment = page.segment_of(place);
    const std::size_t block = place - segment.first_block();
    if ((present >> place & 1U) != 0) {
      const auto* const kept = static_cast<const Block*>(wanted->children[place]);
      restore_block(page, segment, block, kept->content.data(), kept->hash);
    } else {
      restore_block(page, segment, block, segment.initial_block(block), {});
    }
  });
  page.present = present;
}

void MemoryRestorer::restore_initial_page(std::uint32_t number) {
  ImagePage& page = pages_[number];
  if (page.cold) protection_.warm(number);
  page.changed = true;
  for_each_bit(page.present, [&](std::size_t place) {
    const Segment& segment = page.segment_of(place);
    const std::size_t block = place - segment.first_block();
    restore_block(page, segment, block, segment.initial_block(block), {});
  });
  page.present = 0;
}

void MemoryRestorer::restore_living(ThreadId id) {
  ThreadPages& own = threads_[id];
  const std::uintptr_t context = number_of(native::thread(id).context);
  const ImagePage& main = pages_[own.main];
  restore_absent(main, main.segments[kVariables], 0);
  restore_absent(main, main.segments[kStack], context);
  for (const std::uint32_t page : own.rest) {
    restore_absent(pages_[page], pages_[page].segments[0], 0);
  }
  for (const std::uint32_t page : own.stack) {
    restore_absent(pages_[page], pages_[page].segments[0], context);
  }
  own.is_compared = true;
  past_.own_frames().note_overwritten(id);
  note_stack_use(id);
}

[[gnu::always_inline]] inline void MemoryRestorer::settle_thread(ThreadId id) {
  ThreadPages& own = threads_[id];
  own.is_unsettled = false;
  if (own.main == 0) return;
  const Thread& record = native::thread(id);
  if (record.life != Life::announced) {
    own.is_compared = false;
    return;
  }
  if (!own.is_compared) restore_living(id);
  const std::uintptr_t frames = program_frames(record);
  own.set_frames(frames);
  if (!past_.has_own_frames()) {
    clear_absent(pages_[own.main], pages_[own.main].segments[kStack], frames);
    for (const std::uint32_t page : own.stack) {
      clear_absent(pages_[page], pages_[page].segments[0], frames);
    }
    past_.own_frames().put_back(id, static_cast<std::byte*>(record.context));
  }
  clean_stack(id, number_of(record.context));
}

void MemoryRestorer::restore(const Snapshot& snapshot) {
  if (past_.reach() == Reach::path) {
    past_.journal().undo_to(snapshot.journal, [&](const OldBlock& old) { undo(old); });
    past_.own_frames().undo_to(snapshot.own_frames, [&](ThreadId thread) { unsettle(thread); });
  } else {
    past_.tree().adopt(snapshot.memory,
                       [&](std::uint32_t number, const BlockNode* before, const BlockNode* wanted) {
                         adopt_page(number, before, wanted);
                       });
    for (std::uint32_t i = 0; i < threads_.size(); ++i) unsettle(thread_id(i));
  }
  pages_.hash() = snapshot.hash;
  static_cast<WorldHead&>(world()) = snapshot.head;
  for (const ThreadId thread : unsettled_) settle_thread(thread);
  unsettled_.clear();
}

void MemoryRestorer::restore_initial() {
  for (std::uint32_t number = 0; number < pages_.size(); ++number) {
    if (pages_[number].present != 0) restore_initial_page(number);
  }
  pages_.hash() = {};
  past_.clear();
  heap().note_reset();
  for (ThreadPages& own : threads_.all()) own.is_compared = false;
}

}  // namespace heddle::native
