#include "snapshot/image_threads.hpp"

#include <algorithm>
#include <utility>

#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/number_of.hpp"
#include "runtime/scheduler.hpp"
#include "snapshot/block_hash.hpp"

namespace heddle::native {
namespace {

// Size of the part of a thread's thread_local variables that lies in its main page.  The rest of
// that page is the top of its stack.
constexpr std::size_t kVariablesInMain = 512;

std::size_t whole_blocks(std::size_t bytes) { return (bytes + kBlockSize - 1) & ~(kBlockSize - 1); }

}  // namespace

std::uint32_t ImageThreads::hashed_end_of_record() const {
  const std::size_t end = sizeof(Thread) - (spin_history_counts_ ? 0 : sizeof(SpinHistory));
  return static_cast<std::uint32_t>(end);
}

void ImageThreads::rehash(const ImagePage& page, const Segment& record) {
  for (std::size_t block = 0; block < record.blocks(); ++block) {
    const std::size_t place = record.first_block() + block;
    if (!page.has(place)) continue;
    Fingerprint& hash = (*page.hashes)[place];
    subtract(pages_.hash(), hash);
    hash = hash_of(record, block, page.shadow + place * kBlockSize);
    add(pages_.hash(), hash);
  }
}

void ImageThreads::set_spin_history_counts(bool counts) {
  if (counts == spin_history_counts_) return;
  spin_history_counts_ = counts;
  for (const std::uint32_t page : records_) {
    for (Segment& record : pages_[page].segments) {
      record.hashed_end = hashed_end_of_record();
      rehash(pages_[page], record);
    }
  }
}

void ImageThreads::add_threads() {
  for (std::size_t i = threads_.size(); i < world().threads_seen; ++i) {
    if (i / kRecordsPerPage == records_.size()) add_records();
    const ThreadId thread = thread_id(i);
    const Segment& own = record(thread);
    const std::byte* const kept = pages_[record_page(thread)].shadow + own.offset;
    threads_.emplace_back().record = {own.live(), kept, own.bytes};
  }
}

void ImageThreads::add_records() {
  std::vector<Segment> segments;
  for (std::size_t i = 0; i < kRecordsPerPage; ++i) {
    const std::size_t thread = records_.size() * kRecordsPerPage + i;
    Segment record{number_of(&world().threads[thread]),
                   static_cast<std::uint32_t>(i * sizeof(Thread)), sizeof(Thread)};
    record.hashed_first = sizeof(Pause);
    record.hashed_end = hashed_end_of_record();
    segments.push_back(record);
  }
  records_.push_back(pages_.add(std::move(segments)));
}

void ImageThreads::add_pages(ThreadId thread) {
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
  add(number_of(fiber_stack_top(thread)) - stack, stack, nullptr).hashed_from =
      &native::thread(thread).frames;

  ThreadPages& own = threads_[index(thread)];
  own.main = pages_.add(std::move(segments));
  const auto watched = [&](ThreadPart part) {
    const Segment& piece = segment(own, part);
    return Watched{piece.live(), pages_[own.main].shadow + piece.offset, piece.bytes};
  };
  own.variables = watched(kVariables);
  own.top = watched(kStack);
  for (const ThreadPart part : {kVariables, kStack}) {
    const Segment& piece = segment(own, part);
    for (std::size_t i = 0; i < piece.blocks(); ++i) {
      own.living |= std::uint32_t{1} << (piece.first_block() + i);
    }
  }
  for (std::size_t at = here; at < size; at += kImagePage) {
    own.is_small = false;
    own.rest.push_back(pages_.add(variables + at, std::min(kImagePage, size - at), initial + at));
  }
}

void ImageThreads::add_stack_page(ThreadId thread, std::uintptr_t begin) {
  Segment below{begin, 0, kImagePage};
  below.hashed_from = &native::thread(thread).frames;
  ThreadPages& own = threads_[index(thread)];
  own.stack.push_back(pages_.add({below}));
  own.is_small = false;
}

}  // namespace heddle::native
