// The ways back to a state that was seen: by the journal, by a tree, and to the program's start.
#include <cstring>

#include "native/fiber/fiber_stack.hpp"
#include "native/number_of.hpp"
#include "native/snapshot/memory_image.hpp"

namespace heddle::native {
Snapshot MemoryImage::snapshot() {
  Snapshot snapshot{{}, {}, hash_, world()};
  if (reach_ == Reach::path) {
    snapshot.journal = journal_.mark();
  } else {
    bring_tree_up_to_date();
    snapshot.memory = tree_;
  }
  return snapshot;
}

// To what a present block held; the state's hash is up to the caller.
void MemoryImage::restore_block(ImagePage& page, const Segment& segment, std::size_t block,
                                const std::byte* content, const Fingerprint& hash) {
  const std::size_t place = segment.first_block() + block;
  const std::size_t bytes = segment.bytes_of(block);
  std::memcpy(segment.live(block), content, bytes);
  std::memcpy(page.shadow + place * kBlockSize, content, bytes);
  if (page.hashes == nullptr) page.hashes = new BlockHashes;
  (*page.hashes)[place] = hash;
  page.present |= std::uint32_t{1} << place;
}

[[gnu::always_inline]] inline void MemoryImage::undo(const OldBlock& old) {
  ImagePage& page = pages_[old.page];
  if (page.cold) [[unlikely]]
    warm(old.page);
  page.changed = true;
  std::byte* const shadow = page.shadow + old.block * kBlockSize;
  if (old.bytes == kBlockSize) [[likely]] {
    std::memcpy(old.live, old.content.data(), kBlockSize);
    std::memcpy(shadow, old.content.data(), kBlockSize);
  } else {
    std::memcpy(old.live, old.content.data(), old.bytes);
    std::memcpy(shadow, old.content.data(), old.bytes);
  }
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

// Whatever the segment holds now.
void MemoryImage::restore(const ImagePage& page, const Segment& segment) {
  std::memcpy(segment.live(), page.shadow + segment.offset, segment.bytes);
}

// What was not compared because the thread was no more, or not yet, is unknown.
void MemoryImage::restore_living(ThreadId id) {
  ThreadPages& pages = threads_[index(id)];
  restore(pages_[pages.main], pages_[pages.main].segments[kVariables]);
  restore(pages_[pages.main], pages_[pages.main].segments[kStack]);
  for (const std::uint32_t page : pages.rest) restore(pages_[page], pages_[page].segments[0]);
  for (const std::uint32_t page : pages.stack) {
    if (pages_[page].present != 0) restore(pages_[page], pages_[page].segments[0]);
  }
  pages.is_compared = true;
  note_stack_use(id);
}

[[gnu::always_inline]] inline void MemoryImage::settle_thread(ThreadId id) {
  ThreadPages& pages = threads_[index(id)];
  if (pages.main == 0) return;
  const Thread& record = native::thread(id);
  if (record.life != Life::announced) {
    pages.is_compared = false;
    return;
  }
  if (!pages.is_compared) restore_living(id);
  pages.frames = record.frames;
  clean_stack(id, number_of(record.context));
}

void MemoryImage::put_back(const Snapshot& snapshot) {
  if (reach_ == Reach::path) {
    journal_.undo_to(snapshot.journal, [&](const OldBlock& old) { undo(old); });
  } else {
    adopt(snapshot.memory);
  }
  hash_ = snapshot.hash;
  static_cast<WorldHead&>(world()) = snapshot.head;
  for (std::uint32_t i = 0; i < threads_.size(); ++i) settle_thread(thread_id(i));
}

void MemoryImage::put_back_initial() {
  for (std::uint32_t number = 0; number < pages_.size(); ++number) {
    pages_[number].stale = 0;
    if (pages_[number].present != 0) restore_initial(number);
  }
  hash_ = {};
  journal_.clear();
  tree_ = {};
  stale_.clear();
  heap().note_reset();
  for (ThreadPages& pages : threads_) pages.is_compared = false;
}

}  // namespace heddle::native
