#include "native/snapshot/memory_image.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/check.hpp"
#include "native/conductor.hpp"
#include "native/fiber/fiber_stack.hpp"
#include "native/snapshot/block_compare.hpp"
#include "native/snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

// A page that does not change in so many looks is protected.
constexpr std::uint32_t kLooksBeforeCooling = 16;

alignas(16) constexpr std::array<std::byte, kBlockSize> kZeros{};

Fingerprint hash_of(const void* content, std::size_t bytes, std::uint64_t seed) {
  const XXH128_hash_t hash = XXH3_128bits_withSeed(content, bytes, seed);
  return {hash.low64, hash.high64};
}

void add(Fingerprint& sum, const Fingerprint& hash) {
  sum.low += hash.low;
  sum.high += hash.high;
}

void subtract(Fingerprint& sum, const Fingerprint& hash) {
  sum.low -= hash.low;
  sum.high -= hash.high;
}

std::uintptr_t number_of(const void* address);

Fingerprint hash_of(const Segment& segment, std::size_t block) {
  const std::byte* const live = segment.live(block);
  const std::size_t bytes = segment.bytes_of(block);
  const std::uintptr_t begin = number_of(live);
  if (segment.hashed_from == nullptr || *segment.hashed_from <= begin) {
    return hash_of(live, bytes, begin);
  }
  if (*segment.hashed_from >= begin + bytes) return {};
  std::array<std::byte, kBlockSize> masked{};
  const std::size_t skipped = *segment.hashed_from - begin;
  std::memcpy(masked.data() + skipped, live + skipped, bytes - skipped);
  return hash_of(masked.data(), bytes, begin);
}

std::uintptr_t number_of(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

const std::byte* content(const ImagePage& page, const Segment& segment, std::size_t block) {
  if (const Block* kept = page.block(segment.first_block() + block)) return kept->content.data();
  return segment.initial != nullptr ? segment.initial + block * kBlockSize : kZeros.data();
}

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
  return add_page({{address, 0, static_cast<std::uint32_t>(bytes), initial, true, nullptr}});
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

void MemoryImage::set_patience_counts(bool counts) {
  patience_counts_ = counts;
  for (const ThreadPages& pages : threads_) {
    if (pages.main != 0) pages_[pages.main].segments[kPatience].hashed = counts;
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
  take_in_chunks(ManagedHeap::arena_base(thread) + known * kChunkSize,
                 (arena.top - known) * kChunkSize);
  known = arena.top;
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
  const auto add = [&](std::uintptr_t address, std::size_t bytes, const std::byte* initial,
                       bool hashed, const std::uintptr_t* hashed_from = nullptr) {
    segments.push_back({address, static_cast<std::uint32_t>(used),
                        static_cast<std::uint32_t>(bytes), initial, hashed, hashed_from});
    used += whole_blocks(bytes);
  };
  add(number_of(static_cast<const ThreadState*>(&record)), sizeof(ThreadState), nullptr, true);
  add(number_of(static_cast<const Pause*>(&record)), sizeof(Pause), nullptr, false);
  add(number_of(static_cast<const Patience*>(&record)), sizeof(Patience), nullptr,
      patience_counts_);
  add(number_of(&world().arenas[index(thread)]), sizeof(Arena), nullptr, true);
  const ControlBlocks& blocks = conductor().control_blocks();
  const std::uintptr_t variables =
      number_of(blocks.pointer(thread)) + static_cast<std::uintptr_t>(blocks.extent().begin);
  const std::byte* const initial = blocks.initial_variables(thread);
  const std::size_t size = blocks.extent().size();
  const std::size_t here = std::min(size, kVariablesInMain);
  add(variables, here, initial, true);
  const std::size_t stack = kImagePage - used;
  add(number_of(fiber_stack_top(thread)) - stack, stack, nullptr, true, &record.frames);

  ThreadPages& pages = threads_[index(thread)];
  pages.main = add_page(std::move(segments));
  for (std::size_t at = here; at < size; at += kImagePage) {
    pages.rest.push_back(add_page(variables + at, std::min(kImagePage, size - at), initial + at));
  }
}

// ---- what changed ----

void MemoryImage::make_shadow(ImagePage& page) {
  if (free_shadows_.empty()) {
    free_shadows_.push_back(static_cast<std::byte*>(std::aligned_alloc(64, kImagePage)));
    HEDDLE_CHECK(free_shadows_.back() != nullptr, "no memory left to compare the program's with");
  }
  page.shadow = free_shadows_.back();
  free_shadows_.pop_back();
  for (const Segment& segment : page.segments) {
    for (std::size_t block = 0; block < segment.blocks(); ++block) {
      std::memcpy(page.shadow + segment.offset + block * kBlockSize, content(page, segment, block),
                  segment.bytes_of(block));
    }
  }
}

void MemoryImage::compare(std::uint32_t number) { compare(number, pages_[number].segments[0]); }

// Blocks of the segment before `from_block` count as absent, whatever memory holds.
void MemoryImage::compare(std::uint32_t number, const Segment& segment, std::size_t from_block) {
  if (from_block > 0) remove_blocks(number, segment, from_block);
  const std::byte* const kept = pages_[number].shadow + segment.offset;
  for_each_changed_block(segment.live(), kept, from_block, segment.bytes,
                         [&](std::size_t block) { set_block(number, segment, block); });
}

void MemoryImage::set_block(std::uint32_t number, const Segment& segment, std::size_t block) {
  ImagePage& page = pages_[number];
  BlockNode* const node = tree_.writable_page(number);
  page.node = node;
  page.changed = true;
  const std::size_t place = segment.first_block() + block;
  const std::byte* const live = segment.live(block);
  const std::size_t bytes = segment.bytes_of(block);
  Block* kept = nullptr;
  if (node->has(place)) {
    kept = static_cast<Block*>(node->children[place]);
    if (segment.hashed) subtract(hash_, kept->hash);
    node->remove(place);
  }
  std::memcpy(page.shadow + segment.offset + block * kBlockSize, live, bytes);
  // Content as at the start counts as nothing, whether the page is known yet or not.
  const bool as_at_first = is_same(live, content(page, segment, block), bytes);
  if (kept != nullptr && (kept->references > 1 || as_at_first)) {
    if (--kept->references == 0) block_pool().free(kept);
    kept = nullptr;
  }
  if (as_at_first) return;
  if (kept == nullptr) kept = block_pool().new_block();
  std::memcpy(kept->content.data(), live, bytes);
  kept->hash = hash_of(segment, block);
  if (segment.hashed) add(hash_, kept->hash);
  node->set(place, kept);
}

void MemoryImage::remove_blocks(std::uint32_t number, const Segment& segment,
                                std::size_t before_block) {
  ImagePage& page = pages_[number];
  if (page.node == nullptr) return;
  const std::uint64_t below = (std::uint64_t{1} << (segment.first_block() + before_block)) -
                              (std::uint64_t{1} << segment.first_block());
  const std::uint32_t dead = page.node->present & static_cast<std::uint32_t>(below);
  if (dead == 0) return;
  BlockNode* const node = tree_.writable_page(number);
  page.node = node;
  for_each_bit(dead, [&](std::size_t place) {
    auto* const block = static_cast<Block*>(node->children[place]);
    if (segment.hashed) subtract(hash_, block->hash);
    if (--block->references == 0) block_pool().free(block);
    node->remove(place);
    const std::size_t in_segment = place - segment.first_block();
    std::memcpy(page.shadow + place * kBlockSize, content(page, segment, in_segment),
                segment.bytes_of(in_segment));
  });
}

void MemoryImage::remove_all(std::uint32_t number) {
  if (pages_[number].node == nullptr) return;
  for (const Segment& segment : pages_[number].segments) {
    remove_blocks(number, segment, segment.blocks());
  }
  tree_.clear_page(number);
  pages_[number].node = nullptr;
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
  compare(number, pages_[number].segments[kState]);
  compare(number, pages_[number].segments[kPause]);
  compare(number, pages_[number].segments[kPatience]);
  pages.is_compared = record.life == Life::announced;
  if (!pages.is_compared) return remove_living(pages);
  compare(number, pages_[number].segments[kVariables]);
  for (const std::uint32_t page : pages.rest) compare(page);
  compare_stack(pages, thread, number_of(record.context));
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
      if (pages_[number].block(segment.first_block() + block) != nullptr) {
        set_block(number, segment, block);
      }
    }
  };
  rehash(pages.main, pages_[pages.main].segments[kStack]);
  for (const std::uint32_t page : pages.stack) rehash(page, pages_[page].segments[0]);
}

void MemoryImage::compare_stack(ThreadPages& pages, ThreadId thread, std::uintptr_t pointer) {
  const std::uintptr_t frames = native::thread(thread).frames;
  const Segment top = pages_[pages.main].segments[kStack];
  compare(pages.main, top, pointer > top.address ? (pointer - top.address) / kBlockSize : 0);
  std::uintptr_t begin = top.address;
  for (std::size_t i = 0; pointer < begin || i < pages.stack.size(); ++i) {
    const bool lives = pointer < begin;
    begin -= kImagePage;
    if (i == pages.stack.size()) {
      const std::uint32_t page =
          add_page({{begin, 0, kImagePage, nullptr, true, &native::thread(thread).frames}});
      threads_[index(thread)].stack.push_back(page);
    }
    const std::uint32_t page = pages.stack[i];
    if (lives) {
      const Segment segment = pages_[page].segments[0];
      compare(page, segment, pointer > begin ? (pointer - begin) / kBlockSize : 0);
    } else {
      remove_all(page);
    }
  }
  if (frames != pages.frames) rehash_stack(pages, frames);
}

void MemoryImage::look() {
  take_in_warmed();
  take_in_written_data();
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) compare_thread(thread_id(i));
  for (const std::uint32_t page : hot_) compare(page);
  for (const std::uint32_t page : always_) compare(page);
  if (world().keys_changed) compare(keys_);
  if (++looks_ % kLooksBeforeCooling == 0) cool_down();
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

// The page holds what the tree had for it, except in the blocks that differ.
void MemoryImage::restore_difference(ImagePage& page, const BlockNode* before) {
  const std::uint32_t old = before != nullptr ? before->present : 0;
  const std::uint32_t wanted = page.node != nullptr ? page.node->present : 0;
  std::uint32_t differ = old ^ wanted;
  for_each_bit(old & wanted, [&](std::size_t place) {
    if (before->children[place] != page.node->children[place]) differ |= std::uint32_t{1} << place;
  });
  std::size_t number = 0;
  for_each_bit(differ, [&](std::size_t place) {
    while (place >= page.segments[number].first_block() + page.segments[number].blocks()) ++number;
    const Segment& segment = page.segments[number];
    const std::size_t block = place - segment.first_block();
    const std::byte* const from = content(page, segment, block);
    std::memcpy(segment.live(block), from, segment.bytes_of(block));
    std::memcpy(page.shadow + place * kBlockSize, from, segment.bytes_of(block));
  });
}

void MemoryImage::adopt(const MemoryTree& tree, const Fingerprint& hash) {
  tree_.for_each_difference(
      tree, [&](std::size_t number, const BlockNode* before, const BlockNode* wanted) {
        ImagePage& page = pages_[number];
        if (page.cold) warm(static_cast<std::uint32_t>(number));
        page.node = wanted;
        page.changed = true;
        restore_difference(page, before);
      });
  tree_ = tree;
  hash_ = hash;
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
      if (pages_[page].node != nullptr) restore(pages_[page], pages_[page].segments[0]);
    }
    pages.is_compared = true;
    note_stack_use(id);
  }
  pages.frames = record.frames;
  clean_stack(id, number_of(record.context));
}

void MemoryImage::put_back(const Snapshot& snapshot) {
  adopt(snapshot.memory, snapshot.hash);
  static_cast<WorldHead&>(world()) = snapshot.head;
  for (std::uint32_t i = 0; i < threads_.size(); ++i) settle_thread(thread_id(i));
}

void MemoryImage::put_back_initial() {
  adopt(MemoryTree{}, Fingerprint{});
  heap().note_reset();
  for (ThreadPages& pages : threads_) pages.is_compared = false;
}

MemoryImage& memory_image() {
  static auto* const image = new MemoryImage;
  return *image;
}

}  // namespace heddle::native
