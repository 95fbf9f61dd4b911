// Restores earlier states: through the journal, through a tree, and to the program's start.
#include <algorithm>
#include <cstring>

#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/number_of.hpp"
#include "snapshot/memory_image.hpp"
#include "snapshot/paused_frames.hpp"

namespace heddle::native {

Snapshot MemoryImage::snapshot() {
  Snapshot snapshot{{}, {}, 0, hash_, world()};
  if (reach_ == Reach::path) {
    snapshot.journal = journal_.mark();
    snapshot.own_frames = own_frames_.mark();
  } else {
    bring_tree_up_to_date();
    snapshot.memory = tree_;
  }
  return snapshot;
}

// Restores the contents of a present block; the caller updates the state hash.
void MemoryImage::restore_block(ImagePage& page, const Segment& segment, std::size_t block,
                                const std::byte* content, const Fingerprint& hash) {
  const std::size_t place = segment.first_block() + block;
  const std::size_t bytes = segment.bytes_of(block);
  copy_block(segment.live(block), content, bytes);
  copy_block(page.shadow + place * kBlockSize, content, bytes);
  if (page.hashes == nullptr) page.hashes = new BlockHashes;
  (*page.hashes)[place] = hash;
  page.present |= std::uint32_t{1} << place;
}

// Marks a thread as unsettled when its record was restored, or a block of its stack, which may
// contain runtime frames.
[[gnu::always_inline]] inline void MemoryImage::note_overwritten(const std::byte* live) {
  const std::uintptr_t record = number_of(live) - number_of(&world().threads);
  if (record < sizeof world().threads) return unsettle(thread_id(record / sizeof(Thread)));
  const std::uintptr_t stack = number_of(live) - kStackBase;
  if (stack >= kMaxThreads * kStackStride) return;
  const ThreadId owner = thread_id(stack / kStackStride);
  unsettle(owner);
  own_frames_.note_overwritten(owner);
}

[[gnu::always_inline]] inline void MemoryImage::undo(const OldBlock& old) {
  ImagePage& page = pages_[old.page];
  if (page.cold) [[unlikely]]
    warm(old.page);
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

void MemoryImage::restore_initial(std::uint32_t number) {
  ImagePage& page = pages_[number];
  if (page.cold) warm(number);
  page.changed = true;
  for_each_bit(page.present, [&](std::size_t place) {
    const Segment& segment = page.segment_of(place);
    const std::size_t block = place - segment.first_block();
    restore_block(page, segment, block, segment.initial_block(block), {});
  });
  page.present = 0;
}

// Restores the absent blocks of a segment.  Its memory was not compared while the thread did not
// exist, so its contents are unknown.  Blocks that belong to the state are already restored.
// clean_stack handles memory below `from`.
void MemoryImage::restore_absent(const ImagePage& page, const Segment& segment,
                                 std::uintptr_t from) {
  const std::size_t first = from > segment.address ? (from - segment.address) / kBlockSize : 0;
  for (std::size_t block = first; block < segment.blocks(); ++block) {
    if (page.has(segment.first_block() + block)) continue;
    copy_block(segment.live(block), segment.initial_block(block), segment.bytes_of(block));
  }
}

void MemoryImage::restore_living(ThreadId id) {
  ThreadPages& pages = threads_[index(id)];
  const std::uintptr_t context = number_of(native::thread(id).context);
  const ImagePage& main = pages_[pages.main];
  restore_absent(main, main.segments[kVariables], 0);
  restore_absent(main, main.segments[kStack], context);
  for (const std::uint32_t page : pages.rest) {
    restore_absent(pages_[page], pages_[page].segments[0], 0);
  }
  for (const std::uint32_t page : pages.stack) {
    restore_absent(pages_[page], pages_[page].segments[0], context);
  }
  pages.is_compared = true;
  own_frames_.note_overwritten(id);
  note_stack_use(id);
}

// Clears the program's frames from `from` on where the image has no block: runtime frames, which
// the image does not cover, may have been there later.
[[gnu::always_inline]] inline void MemoryImage::clear_absent(const ImagePage& page,
                                                             const Segment& segment,
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

[[gnu::always_inline]] inline void MemoryImage::settle_thread(ThreadId id) {
  ThreadPages& pages = threads_[index(id)];
  pages.is_unsettled = false;
  if (pages.main == 0) return;
  const Thread& record = native::thread(id);
  if (record.life != Life::announced) {
    pages.is_compared = false;
    return;
  }
  if (!pages.is_compared) restore_living(id);
  const std::uintptr_t frames = program_frames(record);
  pages.set_frames(frames);
  if (!has_own_frames()) {
    clear_absent(pages_[pages.main], pages_[pages.main].segments[kStack], frames);
    for (const std::uint32_t page : pages.stack) {
      clear_absent(pages_[page], pages_[page].segments[0], frames);
    }
    own_frames_.put_back(id, static_cast<std::byte*>(record.context));
  }
  clean_stack(id, number_of(record.context));
}

void MemoryImage::put_back(const Snapshot& snapshot) {
  if (reach_ == Reach::path) {
    journal_.undo_to(snapshot.journal, [&](const OldBlock& old) { undo(old); });
    own_frames_.undo_to(snapshot.own_frames, [&](ThreadId thread) { unsettle(thread); });
  } else {
    adopt(snapshot.memory);
    for (std::uint32_t i = 0; i < threads_.size(); ++i) unsettle(thread_id(i));
  }
  hash_ = snapshot.hash;
  static_cast<WorldHead&>(world()) = snapshot.head;
  for (const ThreadId thread : unsettled_) settle_thread(thread);
  unsettled_.clear();
}

void MemoryImage::put_back_initial() {
  for (std::uint32_t number = 0; number < pages_.size(); ++number) {
    pages_[number].stale = 0;
    if (pages_[number].present != 0) restore_initial(number);
  }
  hash_ = {};
  journal_.clear();
  own_frames_.clear();
  tree_ = {};
  stale_.clear();
  heap().note_reset();
  for (ThreadPages& pages : threads_) pages.is_compared = false;
}

}  // namespace heddle::native
