#include "snapshot/heap_pages.hpp"

#include <sys/mman.h>

#include <algorithm>

#include "runtime/world.hpp"
#include "snapshot/block_hash.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kLarge = 64;  // a piece of more pages is large

}  // namespace

void HeapPages::add_chunks(ThreadId thread) {
  if (index(thread) >= arenas_.size()) arenas_.resize(index(thread) + std::size_t{1});
  const Arena& arena = world().arenas[index(thread)];
  std::uint32_t& known = arenas_[index(thread)].chunks;
  known = std::max(known, arena.sealed);
  if (known >= arena.top) return;
  add(arenas_[index(thread)], ManagedHeap::arena_base(thread) + known * kChunkSize,
      (arena.top - known) * kChunkSize);
  known = arena.top;
}

// Untouched pages are zero: they are write-protected without being read.  So are the pages of a
// large piece that the program has filled, once they are hashed: mostly it only reads them
// afterwards.
void HeapPages::add(ArenaPages& arena, std::uintptr_t begin, std::size_t bytes) {
  if (arena.pages.empty()) arena.begin = begin;
  std::vector<unsigned char> resident(bytes / kImagePage, 1);
  if (protection_.can_protect()) {
    ::mincore(reinterpret_cast<void*>(begin), bytes, resident.data());
  }
  std::vector<std::uint32_t> cold;
  const bool is_large = resident.size() > kLarge;
  const bool is_taken = is_large && protection_.can_protect() && !changes_.keeps_past();
  for (std::size_t i = 0; i < resident.size(); ++i) {
    const std::uint32_t number =
        pages_.add_without_shadow({{begin + i * kImagePage, 0, kImagePage}}, is_large);
    ImagePage& page = pages_[number];
    page.first = kImagePage;
    page.end = 0;
    arena.pages.push_back(number);
    const bool is_used = (resident[i] & 1) != 0;
    if (is_used && !is_taken) {
      pages_.shadow_initial(page);
      protection_.add_hot(number);
    } else {
      if (is_used) changes_.take(number);
      cold.push_back(number);
    }
  }
  protection_.protect(cold);
}

Fingerprint HeapPages::hash_of(const ManagedHeap::Range& range) const {
  Fingerprint sum;
  const ArenaPages& arena = arenas_[(range.begin - kHeapBase) / kArenaStride];
  for (std::uintptr_t at = std::max(range.begin, arena.begin); at < range.end; at += kImagePage) {
    const ImagePage& page = pages_[arena.pages[(at - arena.begin) / kImagePage]];
    for_each_bit(page.present, [&](std::size_t place) { native::add(sum, (*page.hashes)[place]); });
  }
  return sum;
}

void HeapPages::take_news() {
  if (heap().news_overflowed()) {
    for (const ArenaPages& arena : arenas_) {
      for (const std::uint32_t page : arena.pages) watch_all(pages_[page]);
    }
  }
  for (const ManagedHeap::News& news : heap().news()) take(news);
  heap().forget_news();
}

void HeapPages::take(const ManagedHeap::News& news) {
  const std::size_t thread = (news.begin - kHeapBase) / kArenaStride;
  if (thread >= arenas_.size()) return;
  const ArenaPages& arena = arenas_[thread];
  // Sealed chunks are compared as a whole.
  if (arena.begin == 0 || news.end <= arena.begin) return;
  for (std::size_t i = news.begin > arena.begin ? (news.begin - arena.begin) / kImagePage : 0;
       i < arena.pages.size() && arena.begin + i * kImagePage < news.end; ++i) {
    ImagePage& page = pages_[arena.pages[i]];
    const std::uintptr_t here = arena.begin + i * kImagePage;
    const auto first = static_cast<std::uint32_t>(news.begin > here ? news.begin - here : 0);
    const auto end = static_cast<std::uint32_t>(std::min(news.end - here, kImagePage));
    if (news.is_handed_out) {
      page.first = std::min(page.first, first);
      page.end = std::max(page.end, end);
    } else if (!page.cold) {
      changes_.compare(arena.pages[i], page.segments[0], first & ~(kBlockSize - 1), end);
    }
  }
}

}  // namespace heddle::native
