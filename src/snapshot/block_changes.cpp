#include "snapshot/block_changes.hpp"

#include <algorithm>
#include <cstring>

#include "snapshot/block_hash.hpp"

namespace heddle::native {
namespace {

// Clears the part below the program's frames, which does not belong to the image.
void clear_own(const Segment& segment, std::size_t block, std::byte* kept) {
  const std::size_t begin = block * kBlockSize;
  const std::size_t hashed = segment.hashed_begin();
  if (hashed > begin) std::memset(kept, 0, std::min(hashed - begin, segment.bytes_of(block)));
}

}  // namespace

void BlockChanges::compare(std::uint32_t number, const Segment& segment, std::size_t from,
                           std::size_t bytes) {
  compare_inline(number, segment, from, bytes);
}

[[gnu::always_inline]] inline void BlockChanges::set_block(std::uint32_t number,
                                                           const Segment& segment,
                                                           std::size_t block) {
  ImagePage& page = pages_[number];
  const std::size_t place = segment.first_block() + block;
  const std::uint32_t bit = std::uint32_t{1} << place;
  const std::byte* const live = segment.live(block);
  const std::size_t bytes = segment.bytes_of(block);
  page.changed = true;
  past_.note_change(number, page, segment, block);
  std::byte* const kept = page.shadow + place * kBlockSize;
  copy_block(kept, live, bytes);
  const bool is_stack = segment.hashed_from != nullptr && !past_.has_own_frames();
  if (is_stack) clear_own(segment, block, kept);
  const bool is_initial = segment.initial == nullptr && bytes == kBlockSize
                              ? is_zero(kept)
                              : is_same(kept, segment.initial_block(block), bytes);
  if (page.hashes == nullptr) [[unlikely]]
    page.hashes = new BlockHashes;
  Fingerprint& hash = (*page.hashes)[place];
  if ((page.present & bit) != 0) subtract(pages_.hash(), hash);
  // Initial contents add nothing to the hash, whether the page was added yet or not.
  if (is_initial) {
    page.present &= ~bit;
    return;
  }
  page.present |= bit;
  hash = is_stack ? hash_of(kept, bytes, segment.address + block * kBlockSize)
                  : hash_of(segment, block, kept);
  add(pages_.hash(), hash);
}

void BlockChanges::take(std::uint32_t number) {
  ImagePage& page = pages_[number];
  const Segment& segment = page.segments[0];
  for (std::size_t block = 0; block < segment.blocks(); ++block) {
    if (is_zero(segment.live(block))) continue;
    if (page.hashes == nullptr) page.hashes = new BlockHashes;
    Fingerprint& hash = (*page.hashes)[block];
    hash = hash_of(segment, block, segment.live(block));
    page.present |= std::uint32_t{1} << block;
    add(pages_.hash(), hash);
  }
}

void BlockChanges::apply() {
  for (const Change& change : changes_) set_block(change.page, *change.segment, change.block);
  changes_.clear();
}

void BlockChanges::remove(std::uint32_t number, const Segment& segment, std::size_t before_block) {
  ImagePage& page = pages_[number];
  const std::uint64_t below = (std::uint64_t{1} << (segment.first_block() + before_block)) -
                              (std::uint64_t{1} << segment.first_block());
  const std::uint32_t dead = page.present & static_cast<std::uint32_t>(below);
  if (dead == 0) return;
  page.changed = true;
  for_each_bit(dead, [&](std::size_t place) {
    const std::size_t block = place - segment.first_block();
    past_.note_change(number, page, segment, block);
    subtract(pages_.hash(), (*page.hashes)[place]);
    copy_block(page.shadow + place * kBlockSize, segment.initial_block(block),
               segment.bytes_of(block));
  });
  page.present &= ~dead;
}

void BlockChanges::remove_all(std::uint32_t number) {
  if (pages_[number].present == 0) return;
  for (const Segment& segment : pages_[number].segments) {
    remove(number, segment, segment.blocks());
  }
}

}  // namespace heddle::native
