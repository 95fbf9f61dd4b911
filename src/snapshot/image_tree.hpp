// The image's blocks as a tree, which snapshots of any state share.  The tree is updated only when
// a snapshot is taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "snapshot/block_tree.hpp"
#include "snapshot/image_pages.hpp"

namespace heddle::native {

class ImageTree {
 public:
  explicit ImageTree(ImagePages& pages) : pages_(pages) {}

  // Records that a block of the page's segment changes.
  void note_change(std::uint32_t number, ImagePage& page, const Segment& segment,
                   std::size_t block) {
    if (page.stale == 0) stale_.push_back(number);
    page.stale |= std::uint32_t{1} << (segment.first_block() + block);
  }

  // Returns the tree of the image's present contents.
  const MemoryTree& present() {
    bring_up_to_date();
    return tree_;
  }

  // Makes `tree` the present one.  Calls visit(page number, present node, wanted node) for each
  // page that differs, before: the caller restores those pages.
  template <typename Visit>
  void adopt(const MemoryTree& tree, Visit visit) {
    bring_up_to_date();
    tree_.for_each_difference(
        tree, [&](std::size_t number, const BlockNode* before, const BlockNode* wanted) {
          visit(static_cast<std::uint32_t>(number), before, wanted);
        });
    tree_ = tree;
  }

  // Makes all blocks absent.
  void clear();

 private:
  void bring_up_to_date();
  void update(std::uint32_t number);

  ImagePages& pages_;
  MemoryTree tree_;                   // as of the last snapshot
  std::vector<std::uint32_t> stale_;  // pages in which it lags behind
};

}  // namespace heddle::native
