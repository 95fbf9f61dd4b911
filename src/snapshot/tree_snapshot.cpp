// Snapshots of any state: the image's blocks in a tree, which is updated only when a snapshot is
// taken.
#include <cstring>

#include "snapshot/memory_image.hpp"

namespace heddle::native {

void MemoryImage::bring_tree_up_to_date() {
  for (const std::uint32_t number : stale_) bring_up_to_date(number);
  stale_.clear();
}

void MemoryImage::bring_up_to_date(std::uint32_t number) {
  ImagePage& page = pages_[number];
  if (page.present == 0) {
    tree_.clear_page(number);
    page.stale = 0;
    return;
  }
  BlockNode* const node = tree_.writable_page(number);
  for_each_bit(page.stale, [&](std::size_t place) {
    if (node->has(place)) {
      auto* const old = static_cast<Block*>(node->children[place]);
      if (--old->references == 0) block_pool().free(old);
      node->remove(place);
    }
    if (!page.has(place)) return;
    Block* const block = block_pool().new_block();
    block->hash = (*page.hashes)[place];
    // A page that went cold has no shadow, and is as it was.
    const Segment& segment = page.segment_of(place);
    const std::byte* const content = page.shadow != nullptr
                                         ? page.shadow + place * kBlockSize
                                         : segment.live(place - segment.first_block());
    std::memcpy(block->content.data(), content, segment.bytes_of(place - segment.first_block()));
    node->set(place, block);
  });
  page.stale = 0;
}

void MemoryImage::adopt(const MemoryTree& tree) {
  bring_tree_up_to_date();
  tree_.for_each_difference(
      tree, [&](std::size_t number, const BlockNode* before, const BlockNode* wanted) {
        adopt_page(static_cast<std::uint32_t>(number), before, wanted);
      });
  tree_ = tree;
}

// The page holds what the tree has for it, except in the blocks that differ.
void MemoryImage::adopt_page(std::uint32_t number, const BlockNode* before,
                             const BlockNode* wanted) {
  ImagePage& page = pages_[number];
  if (page.cold) warm(number);
  page.changed = true;
  const std::uint32_t old_present = before != nullptr ? before->present : 0;
  const std::uint32_t present = wanted != nullptr ? wanted->present : 0;
  std::uint32_t differ = old_present ^ present;
  for_each_bit(old_present & present, [&](std::size_t place) {
    if (before->children[place] != wanted->children[place]) differ |= std::uint32_t{1} << place;
  });
  for_each_bit(differ, [&](std::size_t place) {
    const Segment& segment = page.segment_of(place);
    const std::size_t block = place - segment.first_block();
    if ((present >> place & 1U) != 0) {
      const auto* const kept = static_cast<const Block*>(wanted->children[place]);
      restore_block(page, segment, block, kept->content.data(), kept->hash);
    } else {
      restore_block(page, segment, block, segment.initial_block(block), {});
    }
  });
  page.present = present;
}

}  // namespace heddle::native
