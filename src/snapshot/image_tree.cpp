#include "snapshot/image_tree.hpp"

#include <cstring>

namespace heddle::native {

void ImageTree::bring_up_to_date() {
  for (const std::uint32_t number : stale_) update(number);
  stale_.clear();
}

void ImageTree::update(std::uint32_t number) {
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

void ImageTree::clear() {
  for (const std::uint32_t number : stale_) pages_[number].stale = 0;
  tree_ = {};
  stale_.clear();
}

}  // namespace heddle::native
