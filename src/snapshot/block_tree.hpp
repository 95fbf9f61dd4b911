// The contents of memory as a value: a tree of small blocks that shares common parts with other
// such trees (path copying).  Keeping a tree costs a reference.  Changing a block copies the few
// nodes above it that other trees share.  Comparing two trees skips their shared parts.
//
// Memory is numbered in pages of 4 KiB.  An absent block stands for the page's initial content,
// which is not stored in the tree.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/ids.hpp"

namespace heddle::native {

inline constexpr std::size_t kBlockSize = 128;  // up to 128 bytes, XXH3 is at its fastest
inline constexpr std::size_t kBlocksPerPage = 32;
inline constexpr std::size_t kImagePage = kBlockSize * kBlocksPerPage;

struct Block {
  std::uint32_t references;
  Fingerprint hash;  // of the content at its address
  std::array<std::byte, kBlockSize> content;
};

// A tree node.  The children of a page node are blocks; the children of a higher node are nodes.
struct BlockNode {
  std::uint32_t references;
  std::uint32_t present;                       // existing children, one bit each
  std::array<void*, kBlocksPerPage> children;  // meaningless where there is none

  bool has(std::size_t child) const { return (present >> child & 1U) != 0; }
  void set(std::size_t child, void* to) {
    children[child] = to;
    present |= std::uint32_t{1} << child;
  }
  void remove(std::size_t child) { present &= ~(std::uint32_t{1} << child); }
};
static_assert(kBlocksPerPage == 32);

// Calls visit(index) for each bit that is set.
template <typename Visit>
void for_each_bit(std::uint32_t bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

// Blocks and nodes of all trees.  Not thread-safe.
class BlockPool {
 public:
  Block* new_block();
  BlockNode* new_node();
  void free(Block* block);
  void free(BlockNode* node);
  // In use now.
  std::size_t bytes() const { return bytes_; }

 private:
  template <typename T>
  T* take(std::vector<void*>& free_list);

  std::vector<void*> free_blocks_;
  std::vector<void*> free_nodes_;
  std::size_t bytes_ = 0;
};

BlockPool& block_pool();

class BlockTree {
 public:
  BlockTree() = default;
  BlockTree(const BlockTree& other);
  BlockTree(BlockTree&& other) noexcept;
  BlockTree& operator=(BlockTree other) noexcept;
  ~BlockTree();

  // Returns the page's node; null when all of its blocks are absent.
  const BlockNode* page(std::size_t number) const;

  // Returns the page's node for writing; no other tree shares it.
  BlockNode* writable_page(std::size_t number);

  // Makes all of the page's blocks absent.
  void clear_page(std::size_t number);

  // Calls visit(page number, node here, node there) for each page whose nodes differ.
  template <typename Visit>
  void for_each_difference(const BlockTree& other, Visit visit) const;

 private:
  using Pair = std::pair<const BlockNode*, const BlockNode*>;

  void raise(int height);
  // Returns the node, or a copy of it that no other tree shares.
  static BlockNode* own(BlockNode* node, int height);
  static void release(BlockNode* node, int height);
  // Return the children that the node would have in a tree of height `wanted`.
  static std::uint32_t children(const BlockNode* node, int height, int wanted);
  static const BlockNode* child(const BlockNode* node, int height, int wanted, std::size_t which);
  template <typename Visit>
  static void compare(const BlockNode* here, int here_height, const BlockNode* there,
                      int there_height, int height, std::size_t first, Visit& visit);

  BlockNode* root_ = nullptr;
  int height_ = 0;  // 0: empty; 1: the root is a page
};

// Returns the number of pages below a node of that height.
constexpr std::size_t pages_below(int height) {
  std::size_t pages = 1;
  for (int i = 1; i < height; ++i) pages *= kBlocksPerPage;
  return pages;
}

// Treats a tree lower than `wanted` as the first child of every node above it.
inline const BlockNode* BlockTree::child(const BlockNode* node, int height, int wanted,
                                         std::size_t which) {
  if (node == nullptr) return nullptr;
  if (height < wanted) return which == 0 ? node : nullptr;
  return node->has(which) ? static_cast<const BlockNode*>(node->children[which]) : nullptr;
}

inline std::uint32_t BlockTree::children(const BlockNode* node, int height, int wanted) {
  if (node == nullptr) return 0;
  return height < wanted ? 1 : node->present;
}

template <typename Visit>
void BlockTree::compare(const BlockNode* here, int here_height, const BlockNode* there,
                        int there_height, int height, std::size_t first, Visit& visit) {
  if (here == there && here_height == there_height) return;
  if (height == 1) {
    if (here != there) visit(first, here, there);
    return;
  }
  const std::uint32_t either =
      children(here, here_height, height) | children(there, there_height, height);
  for_each_bit(either, [&](std::size_t i) {
    compare(child(here, here_height, height, i), here_height < height ? here_height : height - 1,
            child(there, there_height, height, i),
            there_height < height ? there_height : height - 1, height - 1,
            first + i * pages_below(height - 1), visit);
  });
}

template <typename Visit>
void BlockTree::for_each_difference(const BlockTree& other, Visit visit) const {
  const int height = height_ > other.height_ ? height_ : other.height_;
  if (height == 0) return;
  compare(root_, height_, other.root_, other.height_, height, 0, visit);
}

// Two trees: one holds the pages that steps change, the other the pages of large pieces of memory.
// So the path to a changed page does not grow with the memory that the program owns.
class MemoryTree {
 public:
  static constexpr std::size_t kFirstOfLarge = std::size_t{1} << 15;

  const BlockNode* page(std::size_t number) const {
    return is_large(number) ? large_.page(number - kFirstOfLarge) : small_.page(number);
  }
  BlockNode* writable_page(std::size_t number) {
    return is_large(number) ? large_.writable_page(number - kFirstOfLarge)
                            : small_.writable_page(number);
  }
  void clear_page(std::size_t number) {
    is_large(number) ? large_.clear_page(number - kFirstOfLarge) : small_.clear_page(number);
  }
  template <typename Visit>
  void for_each_difference(const MemoryTree& other, Visit visit) const {
    small_.for_each_difference(other.small_, visit);
    large_.for_each_difference(
        other.large_, [&](std::size_t number, const BlockNode* here, const BlockNode* there) {
          visit(number + kFirstOfLarge, here, there);
        });
  }

 private:
  static bool is_large(std::size_t number) { return number >= kFirstOfLarge; }

  BlockTree small_;
  BlockTree large_;
};

}  // namespace heddle::native
