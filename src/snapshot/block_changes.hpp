// Blocks of the image that differ from memory: first collected by comparison, then applied to the
// image and to its hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "snapshot/block_compare.hpp"
#include "snapshot/image_pages.hpp"
#include "snapshot/past_states.hpp"

namespace heddle::native {

class BlockChanges {
 public:
  // A block that has changed since the last comparison.
  struct Change {
    const Segment* segment;
    std::uint32_t page;
    std::uint32_t block;
  };

  BlockChanges(ImagePages& pages, PastStates& past) : pages_(pages), past_(past) {}

  void note(std::uint32_t number, const Segment& segment, std::size_t block) {
    changes_.push_back({&segment, number, static_cast<std::uint32_t>(block)});
  }

  // Collects the changed blocks of a page's first segment, of a segment, or of a part of it.
  void compare(std::uint32_t number) { compare(number, pages_[number].segments[0]); }
  void compare(std::uint32_t number, const Segment& segment) {
    compare(number, segment, 0, segment.bytes);
  }
  void compare(std::uint32_t number, const Segment& segment, std::size_t from, std::size_t bytes);
  [[gnu::always_inline]] void compare_inline(std::uint32_t number, const Segment& segment,
                                             std::size_t from, std::size_t bytes) {
    const std::byte* const kept = pages_[number].shadow + segment.offset;
    for_each_changed_block(segment.live(), kept, from, bytes,
                           [&](std::size_t block) { note(number, segment, block); });
  }

  // The changes that are not applied yet.
  const std::vector<Change>& collected() const { return changes_; }

  // Applies the collected changes to the image.
  void apply();

  // Whether the former contents of changed blocks are kept.
  bool keeps_past() const { return past_.reach() != Reach::nowhere; }
  // Adds the contents of a heap page to the image.  It needs no shadow for that.  REQUIRES: the
  // page is new, and no past is kept.
  void take(std::uint32_t number);

  // Makes the segment's blocks before `before_block` absent, whatever memory holds.
  void remove(std::uint32_t number, const Segment& segment, std::size_t before_block);
  // Makes all blocks of the page absent.
  void remove_all(std::uint32_t number);

 private:
  void set_block(std::uint32_t number, const Segment& segment, std::size_t block);

  ImagePages& pages_;
  PastStates& past_;
  std::vector<Change> changes_;
};

}  // namespace heddle::native
