#include "native/snapshot/memory_image.hpp"

#include <algorithm>
#include <cstring>

#include "native/number_of.hpp"
#include "native/snapshot/block_compare.hpp"
#include "native/snapshot/block_hash.hpp"

namespace heddle::native {
namespace {

// A page that does not change in so many looks is protected.
constexpr std::uint32_t kLooksBeforeCooling = 16;

}  // namespace

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
  const std::uint32_t bytes = std::min(segment.bytes, page.extent);
  if (!page.changed && is_all_same(segment.live(), page.shadow, bytes)) return;
  compare(number, segment, 0, bytes);
}

// Now and then: somebody may write to what the heap did not hand out.
void MemoryImage::compare_whole(std::uint32_t number) {
  ImagePage& page = pages_[number];
  compare(number);
  const std::uint32_t blocks =
      static_cast<std::uint32_t>((page.extent + kBlockSize - 1) / kBlockSize);
  if (blocks < kBlocksPerPage && page.present >> blocks != 0) page.extent = kImagePage;
}

void MemoryImage::note_change(std::uint32_t number, ImagePage& page, const Segment& segment,
                              std::size_t block) {
  page.changed = true;
  if (reach_ == Reach::path) {
    journal_.note(number, page, segment, block);
  } else if (reach_ == Reach::anywhere) {
    if (page.stale == 0) stale_.push_back(number);
    page.stale |= std::uint32_t{1} << (segment.first_block() + block);
  }
}

void MemoryImage::set_block(std::uint32_t number, const Segment& segment, std::size_t block) {
  ImagePage& page = pages_[number];
  const std::size_t place = segment.first_block() + block;
  const std::uint32_t bit = std::uint32_t{1} << place;
  const std::byte* const live = segment.live(block);
  const std::size_t bytes = segment.bytes_of(block);
  note_change(number, page, segment, block);
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
  const Fingerprint fresh = hash_of(segment, block, live);
  add(hash_, fresh);
  hash = fresh;
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

// Whether a thread that did not run is as it was; false also when that takes a closer look.  Others
// may have written to its variables and to the program's frames on its stack, but hardly ever do.
bool MemoryImage::rests(const ThreadPages& pages, const Thread& record) {
  if (pages.ran || !pages.is_compared || record.life != Life::announced) return false;
  if (!pages.rest.empty() || !pages.stack.empty()) return false;
  const std::size_t below =
      number_of(pages.top.live) < record.frames ? record.frames - number_of(pages.top.live) : 0;
  return is_all_same(pages.variables.live, pages.variables.kept, pages.variables.bytes) &&
         is_all_same(pages.top.live + below, pages.top.kept + below, pages.top.bytes - below);
}

void MemoryImage::compare_thread(ThreadId thread) {
  const Thread& record = native::thread(thread);
  const bool is_known = index(thread) < threads_.size();
  if (is_known && !heap().may_have_changed(thread) && rests(threads_[index(thread)], record))
    return;
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

// While somebody waits for a time, it matters who else is spinning: see is_quiescent.
std::uint64_t MemoryImage::hash_of_patience() const {
  const World& world = native::world();
  std::uint64_t hash = 0;
  bool is_timed = false;
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    const Thread& thread = world.threads[i];
    is_timed |= thread.deadline != kNever;
    const std::uint64_t own = std::uint64_t{thread.idle_changes} << 48 |
                              std::uint64_t{thread.idle_repeats} << 32 |
                              std::uint64_t{thread.stray_hints} << 8 | (thread.yields ? 1U : 0U);
    hash = (hash ^ own) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  }
  return is_timed ? hash : 0;
}

Fingerprint MemoryImage::fingerprint() {
  const World& world = native::world();
  const RestOfWorld rest = {world.now,
                            hash_of_patience(),
                            world.early_timeouts_left,
                            world.spurious_left,
                            number_of(world.at_exit),
                            number_of(world.at_quick_exit),
                            number_of(world.destroyed),
                            number_of(world.signals),
                            world.kernel_calls};
  // Hardly ever another one than the last time.
  if (!rest_is_hashed_ || rest != rest_) {
    rest_ = rest;
    rest_hash_ = hash_of(rest.data(), sizeof rest, 0);
    rest_is_hashed_ = true;
  }
  Fingerprint sum = hash_;
  add(sum, rest_hash_);
  return sum;
}

constinit bool g_wide_hashes = true;

void MemoryImage::set_wide(bool wide) {
  g_wide_hashes = wide;
  rest_is_hashed_ = false;
}

MemoryImage* g_memory_image = nullptr;

MemoryImage& make_memory_image() {
  g_memory_image = new MemoryImage;
  return *g_memory_image;
}

}  // namespace heddle::native
