#include "native/snapshot/memory_image.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "core/check.hpp"
#include "native/conductor.hpp"
#include "native/fiber/fiber_stack.hpp"
#include "native/snapshot/block_compare.hpp"
#include "native/snapshot/block_hash.hpp"
#include "native/snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

// A page that does not change in so many looks is protected.
constexpr std::uint32_t kLooksBeforeCooling = 16;

std::uintptr_t number_of(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

// How much of a thread's thread_local variables lies in its main page; the rest of that page is the
// top of its stack.
constexpr std::size_t kVariablesInMain = 512;

std::size_t whole_blocks(std::size_t bytes) { return (bytes + kBlockSize - 1) & ~(kBlockSize - 1); }

}  // namespace

// ---- what there is ----

ImagePage& MemoryImage::new_page(std::uint32_t number, std::vector<Segment> segments) {
  if (number >= pages_.size()) pages_.resize(number + std::size_t{1});
  pages_[number].segments = std::move(segments);
  return pages_[number];
}

std::uint32_t MemoryImage::add_page(std::vector<Segment> segments) {
  // A program with so many small pieces goes on beyond the large ones.
  std::uint32_t& next = next_page_ < kFirstOfLarge ? next_page_ : next_of_large_;
  const std::uint32_t number = next++;
  make_shadow(new_page(number, std::move(segments)));
  return number;
}

std::uint32_t MemoryImage::add_page(std::uintptr_t address, std::size_t bytes,
                                    const std::byte* initial) {
  return add_page({{address, 0, static_cast<std::uint32_t>(bytes), initial}});
}

void MemoryImage::begin(const std::vector<MemoryRegion>& regions) {
  std::vector<MemoryRegion> all = regions;
  const std::uintptr_t keys = number_of(world().keys.data());
  all.insert(all.begin(), {keys, keys + sizeof world().keys});
  for (const MemoryRegion& region : all) {
    const auto* const from = reinterpret_cast<const std::byte*>(region.begin);
    const auto& kept = initial_.emplace_back(from, reinterpret_cast<const std::byte*>(region.end));
    for (std::size_t at = 0; at < kept.size(); at += kImagePage) {
      const std::uint32_t page =
          add_page(region.begin + at, std::min(kImagePage, kept.size() - at), kept.data() + at);
      if (keys_ == 0) {
        keys_ = page;
      } else {
        always_.push_back(page);
      }
    }
  }
}

std::uint32_t MemoryImage::told_of_record() const {
  const std::size_t told = sizeof(Thread) - (patience_counts_ ? 0 : sizeof(Patience));
  return static_cast<std::uint32_t>(told);
}

void MemoryImage::set_patience_counts(bool counts) {
  patience_counts_ = counts;
  for (const std::uint32_t page : records_) {
    for (Segment& record : pages_[page].segments) record.told_end = told_of_record();
  }
}

void MemoryImage::take_in_written_data() {
  const DirtyPages& written = dirty_pages();
  for (; data_pages_ < written.dirty_count(); ++data_pages_) {
    const DirtyPages::Saved& part = written.saved(data_pages_);
    for (std::size_t at = 0; at < part.size; at += kImagePage) {
      hot_.push_back(add_page(number_of(part.begin) + at, std::min(kImagePage, part.size - at),
                              part.content + at));
    }
  }
}

// What is sealed belongs to the program's data.
void MemoryImage::take_in_heap(ThreadId thread) {
  const Arena& arena = world().arenas[index(thread)];
  std::uint32_t& known = threads_[index(thread)].heap_chunks;
  known = std::max(known, arena.sealed);
  if (known >= arena.top) return;
  take_in_chunks(threads_[index(thread)], ManagedHeap::arena_base(thread) + known * kChunkSize,
                 (arena.top - known) * kChunkSize);
  known = arena.top;
}

void MemoryImage::take_in_fresh_blocks() {
  if (heap().fresh_overflowed()) {
    for (ThreadPages& pages : threads_) {
      for (const std::uint32_t page : pages.heap) pages_[page].extent = kImagePage;
    }
  }
  for (const ManagedHeap::Range& block : heap().fresh()) take_in_fresh(block.begin, block.end);
  heap().forget_fresh();
}

void MemoryImage::take_in_fresh(std::uintptr_t begin, std::uintptr_t end) {
  ThreadPages& pages = threads_[(begin - kHeapBase) / kArenaStride];
  const std::uintptr_t base = pages.heap_begin;
  // What is sealed is compared as a whole.
  if (base == 0 || end <= base) return;
  for (std::size_t i = begin > base ? (begin - base) / kImagePage : 0;
       i < pages.heap.size() && base + i * kImagePage < end; ++i) {
    std::uint32_t& extent = pages_[pages.heap[i]].extent;
    const std::uintptr_t used = std::min(end - (base + i * kImagePage), kImagePage);
    extent = std::max(extent, static_cast<std::uint32_t>(used));
  }
}

MemoryImage::ThreadPages& MemoryImage::pages_of(ThreadId thread) {
  if (index(thread) >= threads_.size()) threads_.resize(index(thread) + std::size_t{1});
  if (threads_[index(thread)].main == 0) add_pages_of(thread);
  return threads_[index(thread)];
}

void MemoryImage::add_pages_of(ThreadId thread) {
  const Thread& record = native::thread(thread);
  std::vector<Segment> segments;
  std::size_t used = 0;
  const auto add = [&](std::uintptr_t address, std::size_t bytes,
                       const std::byte* initial) -> Segment& {
    segments.push_back(
        {address, static_cast<std::uint32_t>(used), static_cast<std::uint32_t>(bytes), initial});
    used += whole_blocks(bytes);
    return segments.back();
  };
  add(number_of(&world().arenas[index(thread)]), sizeof(Arena), nullptr);
  const ControlBlocks& blocks = conductor().control_blocks();
  const std::uintptr_t variables =
      number_of(blocks.pointer(thread)) + static_cast<std::uintptr_t>(blocks.extent().begin);
  const std::byte* const initial = blocks.initial_variables(thread);
  const std::size_t size = blocks.extent().size();
  const std::size_t here = std::min(size, kVariablesInMain);
  add(variables, here, initial);
  const std::size_t stack = kImagePage - used;
  add(number_of(fiber_stack_top(thread)) - stack, stack, nullptr).told_from = &record.frames;

  ThreadPages& pages = threads_[index(thread)];
  pages.main = add_page(std::move(segments));
  for (std::size_t at = here; at < size; at += kImagePage) {
    pages.rest.push_back(add_page(variables + at, std::min(kImagePage, size - at), initial + at));
  }
}

void MemoryImage::add_records() {
  std::vector<Segment> segments;
  for (std::size_t i = 0; i < kRecordsPerPage; ++i) {
    const std::size_t thread = records_.size() * kRecordsPerPage + i;
    Segment record{number_of(&world().threads[thread]),
                   static_cast<std::uint32_t>(i * sizeof(Thread)), sizeof(Thread)};
    record.told_first = sizeof(Pause);
    record.told_end = told_of_record();
    segments.push_back(record);
  }
  records_.push_back(add_page(std::move(segments)));
}

// ---- what changed ----

// Async-signal-safe.
std::byte* MemoryImage::new_shadow() {
  if (free_shadows_ == nullptr) {
    constexpr std::size_t kSlice = 64 * kImagePage;
    void* const slice =
        ::mmap(nullptr, kSlice, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    HEDDLE_CHECK(slice != MAP_FAILED, "no memory left to compare the program's with");
    for (std::size_t at = 0; at < kSlice; at += kImagePage) {
      void** const shadow = reinterpret_cast<void**>(static_cast<std::byte*>(slice) + at);
      *shadow = std::exchange(free_shadows_, shadow);
    }
  }
  void* const shadow = free_shadows_;
  free_shadows_ = *static_cast<void**>(shadow);
  return static_cast<std::byte*>(shadow);
}

void MemoryImage::free_shadow(ImagePage& page) {
  if (page.shadow == nullptr) return;
  *reinterpret_cast<void**>(page.shadow) = std::exchange(free_shadows_, page.shadow);
  page.shadow = nullptr;
}

// REQUIRES: all blocks are as at the start.
void MemoryImage::make_shadow(ImagePage& page) {
  page.shadow = new_shadow();
  for (const Segment& segment : page.segments) {
    for (std::size_t block = 0; block < segment.blocks(); ++block) {
      std::memcpy(page.shadow + segment.offset + block * kBlockSize, segment.initial_block(block),
                  segment.bytes_of(block));
    }
  }
}

void MemoryImage::compare(std::uint32_t number) { compare(number, pages_[number].segments[0]); }

void MemoryImage::compare(std::uint32_t number, const Segment& segment) {
  compare(number, segment, 0, segment.bytes);
}

void MemoryImage::compare(std::uint32_t number, const Segment& segment, std::size_t from_block,
                          std::size_t bytes) {
  const std::byte* const kept = pages_[number].shadow + segment.offset;
  for_each_changed_block(segment.live(), kept, from_block, bytes,
                         [&](std::size_t block) { set_block(number, segment, block); });
}

// Blocks of the segment before `from_block` count as absent, whatever memory holds.
void MemoryImage::compare_living(std::uint32_t number, const Segment& segment,
                                 std::size_t from_block) {
  if (from_block > 0) remove_blocks(number, segment, from_block);
  compare(number, segment, from_block, segment.bytes);
}

void MemoryImage::compare_hot(std::uint32_t number) {
  const ImagePage& page = pages_[number];
  const Segment& segment = page.segments[0];
  compare(number, segment, 0, std::min(segment.bytes, page.extent));
}

// Now and then: somebody may write to what the heap did not hand out.
void MemoryImage::compare_whole(std::uint32_t number) {
  ImagePage& page = pages_[number];
  compare(number);
  const std::uint32_t blocks =
      static_cast<std::uint32_t>((page.extent + kBlockSize - 1) / kBlockSize);
  if (blocks < kBlocksPerPage && page.present >> blocks != 0) page.extent = kImagePage;
}

void MemoryImage::note_change(std::uint32_t number, ImagePage& page, std::size_t block) {
  page.changed = true;
  if (reach_ == Reach::path) {
    journal_.note(number, page, block);
  } else if (reach_ == Reach::anywhere) {
    if (page.stale == 0) stale_.push_back(number);
    page.stale |= std::uint32_t{1} << block;
  }
}

void MemoryImage::set_block(std::uint32_t number, const Segment& segment, std::size_t block) {
  ImagePage& page = pages_[number];
  const std::size_t place = segment.first_block() + block;
  const std::uint32_t bit = std::uint32_t{1} << place;
  const std::byte* const live = segment.live(block);
  const std::size_t bytes = segment.bytes_of(block);
  note_change(number, page, place);
  std::memcpy(page.shadow + place * kBlockSize, live, bytes);
  if (page.hashes == nullptr) page.hashes = new BlockHashes;
  Fingerprint& hash = (*page.hashes)[place];
  if ((page.present & bit) != 0) subtract(hash_, hash);
  // Content as at the start counts as nothing, whether the page is known yet or not.
  if (is_same(live, segment.initial_block(block), bytes)) {
    page.present &= ~bit;
    return;
  }
  page.present |= bit;
  hash = hash_of(segment, block, live);
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
    note_change(number, page, place);
    subtract(hash_, (*page.hashes)[place]);
    const std::size_t block = place - segment.first_block();
    std::memcpy(page.shadow + place * kBlockSize, segment.initial_block(block),
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

// What belongs to a thread only while it lives.
void MemoryImage::remove_living(const ThreadPages& pages) {
  for (const ThreadPart part : {kVariables, kStack}) {
    const Segment& segment = pages_[pages.main].segments[part];
    remove_blocks(pages.main, segment, segment.blocks());
  }
  for (const std::uint32_t page : pages.rest) remove_all(page);
  for (const std::uint32_t page : pages.stack) remove_all(page);
}

// They lie side by side: what has not been born is as at the start.
void MemoryImage::compare_records() {
  std::size_t left = world().threads_seen;
  for (std::size_t i = 0; left > 0; ++i) {
    if (i == records_.size()) add_records();
    const std::uint32_t number = records_[i];
    const std::size_t here = std::min(left, kRecordsPerPage);
    left -= here;
    for_each_changed_block(pages_[number].segments[0].live(), pages_[number].shadow, 0,
                           here * sizeof(Thread), [&](std::size_t block) {
                             const Segment& record = pages_[number].segment_of(block);
                             set_block(number, record, block - record.first_block());
                           });
  }
}

void MemoryImage::compare_thread(ThreadId thread) {
  const Thread& record = native::thread(thread);
  if (record.life == Life::unborn) {
    if (index(thread) >= threads_.size() || threads_[index(thread)].main == 0) return;
    ThreadPages& pages = threads_[index(thread)];
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
    compare_stack(pages, thread, number_of(record.context));
  } else {
    compare_frames(pages, record.frames);
  }
}

// The stack of a thread that did not run: others may have written to the program's frames.
void MemoryImage::compare_frames(ThreadPages& pages, std::uintptr_t frames) {
  const Segment top = pages_[pages.main].segments[kStack];
  const auto from = [&](std::uintptr_t begin) {
    return frames > begin ? (frames - begin) / kBlockSize : 0;
  };
  compare(pages.main, top, from(top.address), top.bytes);
  for (const std::uint32_t page : pages.stack) {
    const Segment segment = pages_[page].segments[0];
    if (segment.address + segment.bytes <= frames) break;
    compare(page, segment, from(segment.address), segment.bytes);
  }
}

// The program's frames begin elsewhere than when the blocks were hashed.
void MemoryImage::rehash_stack(ThreadPages& pages, std::uintptr_t frames) {
  const std::uintptr_t from = std::min(pages.frames, frames);
  const std::uintptr_t to = std::max(pages.frames, frames);
  pages.frames = frames;
  const auto rehash = [&](std::uint32_t number, const Segment& segment) {
    if (from >= segment.address + segment.bytes || to <= segment.address) return;
    const std::size_t first = from > segment.address ? (from - segment.address) / kBlockSize : 0;
    for (std::size_t block = first; block < segment.blocks(); ++block) {
      if (segment.address + block * kBlockSize >= to) break;
      if (pages_[number].has(segment.first_block() + block)) set_block(number, segment, block);
    }
  };
  rehash(pages.main, pages_[pages.main].segments[kStack]);
  for (const std::uint32_t page : pages.stack) rehash(page, pages_[page].segments[0]);
}

void MemoryImage::compare_stack(ThreadPages& pages, ThreadId thread, std::uintptr_t pointer) {
  const std::uintptr_t frames = native::thread(thread).frames;
  const Segment top = pages_[pages.main].segments[kStack];
  compare_living(pages.main, top, pointer > top.address ? (pointer - top.address) / kBlockSize : 0);
  std::uintptr_t begin = top.address;
  for (std::size_t i = 0; pointer < begin || i < pages.stack.size(); ++i) {
    const bool lives = pointer < begin;
    begin -= kImagePage;
    if (i == pages.stack.size()) {
      Segment below{begin, 0, kImagePage};
      below.told_from = &native::thread(thread).frames;
      const std::uint32_t page = add_page({below});
      threads_[index(thread)].stack.push_back(page);
    }
    const std::uint32_t page = pages.stack[i];
    if (lives) {
      const Segment segment = pages_[page].segments[0];
      compare_living(page, segment, pointer > begin ? (pointer - begin) / kBlockSize : 0);
    } else {
      remove_all(page);
    }
  }
  if (frames != pages.frames) rehash_stack(pages, frames);
}

void MemoryImage::look() {
  take_in_warmed();
  take_in_written_data();
  compare_records();
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) compare_thread(thread_id(i));
  take_in_fresh_blocks();
  const bool is_thorough = ++looks_ % kLooksBeforeCooling == 0;
  for (const std::uint32_t page : hot_) is_thorough ? compare_whole(page) : compare_hot(page);
  for (const std::uint32_t page : always_) compare(page);
  if (world().keys_changed) compare(keys_);
  if (is_thorough) cool_down();
}

Fingerprint MemoryImage::fingerprint() const {
  const World& world = native::world();
  const std::array<std::uint64_t, 7> rest = {world.now,
                                             world.early_timeouts_left,
                                             world.spurious_left,
                                             number_of(world.at_exit),
                                             number_of(world.at_quick_exit),
                                             number_of(world.signals),
                                             world.kernel_calls};
  Fingerprint sum = hash_;
  add(sum, hash_of(rest.data(), sizeof rest, 0));
  return sum;
}

// ---- the way back ----

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

void MemoryImage::undo(const OldBlock& old) {
  ImagePage& page = pages_[old.page];
  if (page.cold) warm(old.page);
  page.changed = true;
  const Segment& segment = page.segment_of(old.block);
  const std::size_t block = old.block - segment.first_block();
  restore_block(page, segment, block,
                old.present ? old.content.data() : segment.initial_block(block), old.hash);
  if (!old.present) page.present &= ~(std::uint32_t{1} << old.block);
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
void MemoryImage::settle_thread(ThreadId id) {
  ThreadPages& pages = threads_[index(id)];
  if (pages.main == 0) return;
  const Thread& record = native::thread(id);
  if (record.life != Life::announced) {
    pages.is_compared = false;
    return;
  }
  if (!pages.is_compared) {
    restore(pages_[pages.main], pages_[pages.main].segments[kVariables]);
    restore(pages_[pages.main], pages_[pages.main].segments[kStack]);
    for (const std::uint32_t page : pages.rest) restore(pages_[page], pages_[page].segments[0]);
    for (const std::uint32_t page : pages.stack) {
      if (pages_[page].present != 0) restore(pages_[page], pages_[page].segments[0]);
    }
    pages.is_compared = true;
    note_stack_use(id);
  }
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

MemoryImage* g_memory_image = nullptr;

MemoryImage& make_memory_image() {
  g_memory_image = new MemoryImage;
  return *g_memory_image;
}

}  // namespace heddle::native
