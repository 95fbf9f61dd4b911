// Adds pages to the image when their memory is first used.
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/check.hpp"
#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/number_of.hpp"
#include "runtime/scheduler.hpp"
#include "snapshot/dirty_pages.hpp"
#include "snapshot/memory_image.hpp"

namespace heddle::native {
namespace {

// Size of the part of a thread's thread_local variables that lies in its main page.  The rest of
// that page is the top of its stack.
constexpr std::size_t kVariablesInMain = 512;

std::size_t whole_blocks(std::size_t bytes) { return (bytes + kBlockSize - 1) & ~(kBlockSize - 1); }

}  // namespace

ImagePage& MemoryImage::new_page(std::uint32_t number, std::vector<Segment> segments) {
  if (number >= pages_.size()) pages_.resize(number + std::size_t{1});
  pages_[number].segments = std::move(segments);
  return pages_[number];
}

std::uint32_t MemoryImage::add_page(std::vector<Segment> segments) {
  // Small pieces beyond this number continue after the large ones.
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

std::uint32_t MemoryImage::hashed_end_of_record() const {
  const std::size_t end = sizeof(Thread) - (spin_history_counts_ ? 0 : sizeof(SpinHistory));
  return static_cast<std::uint32_t>(end);
}

void MemoryImage::set_spin_history_counts(bool counts) {
  spin_history_counts_ = counts;
  for (const std::uint32_t page : records_) {
    for (Segment& record : pages_[page].segments) record.hashed_end = hashed_end_of_record();
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

// Adds the new chunks of an arena.  Sealed chunks belong to the program's data.
void MemoryImage::take_in_heap(ThreadId thread) {
  const Arena& arena = world().arenas[index(thread)];
  std::uint32_t& known = threads_[index(thread)].heap_chunks;
  known = std::max(known, arena.sealed);
  if (known >= arena.top) return;
  take_in_chunks(threads_[index(thread)], ManagedHeap::arena_base(thread) + known * kChunkSize,
                 (arena.top - known) * kChunkSize);
  known = arena.top;
}

void MemoryImage::take_in_news_of_heap() {
  if (heap().news_overflowed()) {
    for (ThreadPages& pages : threads_) {
      for (const std::uint32_t page : pages.heap) watch_all(pages_[page]);
    }
  }
  for (const ManagedHeap::News& news : heap().news()) take_in(news);
  heap().forget_news();
}

void MemoryImage::take_in(const ManagedHeap::News& news) {
  ThreadPages& pages = threads_[(news.begin - kHeapBase) / kArenaStride];
  const std::uintptr_t base = pages.heap_begin;
  // Sealed chunks are compared as a whole.
  if (base == 0 || news.end <= base) return;
  for (std::size_t i = news.begin > base ? (news.begin - base) / kImagePage : 0;
       i < pages.heap.size() && base + i * kImagePage < news.end; ++i) {
    ImagePage& page = pages_[pages.heap[i]];
    const std::uintptr_t here = base + i * kImagePage;
    const auto first = static_cast<std::uint32_t>(news.begin > here ? news.begin - here : 0);
    const auto end = static_cast<std::uint32_t>(std::min(news.end - here, kImagePage));
    if (news.is_handed_out) {
      page.first = std::min(page.first, first);
      page.end = std::max(page.end, end);
    } else if (!page.cold) {
      compare(pages.heap[i], page.segments[0], first & ~(kBlockSize - 1), end);
    }
  }
}

MemoryImage::ThreadPages& MemoryImage::pages_of(ThreadId thread) {
  if (index(thread) >= threads_.size()) take_in_threads();
  if (threads_[index(thread)].main == 0) add_pages_of(thread);
  return threads_[index(thread)];
}

void MemoryImage::take_in_threads() {
  for (std::size_t i = threads_.size(); i < world().threads_seen; ++i) {
    if (i / kRecordsPerPage == records_.size()) add_records();
    const Segment& record = record_of(thread_id(i));
    const std::byte* const kept = pages_[records_[i / kRecordsPerPage]].shadow + record.offset;
    threads_.emplace_back().record = {record.live(), kept, record.bytes};
  }
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
  const ControlBlocks& blocks = scheduler().control_blocks();
  const std::uintptr_t variables =
      number_of(blocks.pointer(thread)) + static_cast<std::uintptr_t>(blocks.extent().begin);
  const std::byte* const initial = blocks.initial_variables(thread);
  const std::size_t size = blocks.extent().size();
  const std::size_t here = std::min(size, kVariablesInMain);
  add(variables, here, initial);
  const std::size_t stack = kImagePage - used;
  add(number_of(fiber_stack_top(thread)) - stack, stack, nullptr).hashed_from = &record.frames;

  ThreadPages& pages = threads_[index(thread)];
  pages.main = add_page(std::move(segments));
  const auto watched = [&](ThreadPart part) {
    const Segment& segment = pages_[pages.main].segments[part];
    return Watched{segment.live(), pages_[pages.main].shadow + segment.offset, segment.bytes};
  };
  pages.variables = watched(kVariables);
  pages.top = watched(kStack);
  for (const ThreadPart part : {kVariables, kStack}) {
    const Segment& segment = pages_[pages.main].segments[part];
    for (std::size_t i = 0; i < segment.blocks(); ++i) {
      pages.living |= std::uint32_t{1} << (segment.first_block() + i);
    }
  }
  for (std::size_t at = here; at < size; at += kImagePage) {
    pages.is_small = false;
    pages.rest.push_back(add_page(variables + at, std::min(kImagePage, size - at), initial + at));
  }
}

void MemoryImage::add_records() {
  std::vector<Segment> segments;
  for (std::size_t i = 0; i < kRecordsPerPage; ++i) {
    const std::size_t thread = records_.size() * kRecordsPerPage + i;
    Segment record{number_of(&world().threads[thread]),
                   static_cast<std::uint32_t>(i * sizeof(Thread)), sizeof(Thread)};
    record.hashed_first = sizeof(Pause);
    record.hashed_end = hashed_end_of_record();
    segments.push_back(record);
  }
  records_.push_back(add_page(std::move(segments)));
}

// Async-signal-safe.
std::byte* MemoryImage::new_shadow() {
  if (free_shadows_ == nullptr) {
    constexpr std::size_t kSlice = 64 * kImagePage;
    void* const slice =
        ::mmap(nullptr, kSlice, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    HEDDLE_CHECK(slice != MAP_FAILED, "out of memory for comparing snapshots");
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

}  // namespace heddle::native
