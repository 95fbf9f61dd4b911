#include "snapshot/block_tree.hpp"

#include <sys/mman.h>

#include "core/check.hpp"
#include "runtime/root.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kSlice = std::size_t{1} << 20;

void keep(void* child, int height) {
  if (height == 1) {
    ++static_cast<Block*>(child)->references;
  } else {
    ++static_cast<BlockNode*>(child)->references;
  }
}

}  // namespace

// Taken from the system in slices that are never given back: the next search needs them again.
template <typename T>
T* BlockPool::take(std::vector<void*>& free_list) {
  if (free_list.empty()) {
    void* const slice =
        ::mmap(nullptr, kSlice, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    HEDDLE_CHECK(slice != MAP_FAILED, "out of memory for snapshots");
    auto* const first = static_cast<T*>(slice);
    for (std::size_t i = kSlice / sizeof(T); i-- > 0;) free_list.push_back(first + i);
  }
  auto* const taken = static_cast<T*>(free_list.back());
  free_list.pop_back();
  bytes_ += sizeof(T);
  return taken;
}

Block* BlockPool::new_block() {
  auto* const block = take<Block>(free_blocks_);
  block->references = 1;
  return block;
}

BlockNode* BlockPool::new_node() {
  auto* const node = take<BlockNode>(free_nodes_);
  node->references = 1;
  node->present = 0;
  return node;
}

void BlockPool::free(Block* block) {
  bytes_ -= sizeof(Block);
  free_blocks_.push_back(block);
}

void BlockPool::free(BlockNode* node) {
  bytes_ -= sizeof(BlockNode);
  free_nodes_.push_back(node);
}

BlockPool& block_pool() { return allocated_part(runtime().block_pool); }

BlockTree::BlockTree(const BlockTree& other) : root_(other.root_), height_(other.height_) {
  if (root_ != nullptr) ++root_->references;
}

BlockTree::BlockTree(BlockTree&& other) noexcept
    : root_(std::exchange(other.root_, nullptr)), height_(std::exchange(other.height_, 0)) {}

BlockTree& BlockTree::operator=(BlockTree other) noexcept {
  std::swap(root_, other.root_);
  std::swap(height_, other.height_);
  return *this;
}

BlockTree::~BlockTree() {
  if (root_ != nullptr) release(root_, height_);
}

void BlockTree::release(BlockNode* node, int height) {
  if (--node->references > 0) return;
  for_each_bit(node->present, [&](std::size_t i) {
    void* const child = node->children[i];
    if (height > 1) {
      release(static_cast<BlockNode*>(child), height - 1);
    } else if (auto* const block = static_cast<Block*>(child); --block->references == 0) {
      block_pool().free(block);
    }
  });
  block_pool().free(node);
}

const BlockNode* BlockTree::page(std::size_t number) const {
  if (number >= pages_below(height_) || height_ == 0) return nullptr;
  const BlockNode* node = root_;
  for (int height = height_; height > 1 && node != nullptr; --height) {
    const std::size_t span = pages_below(height - 1);
    const std::size_t child = number / span % kBlocksPerPage;
    node = node->has(child) ? static_cast<const BlockNode*>(node->children[child]) : nullptr;
  }
  return node;
}

void BlockTree::raise(int height) {
  while (height_ < height) {
    BlockNode* const above = block_pool().new_node();
    if (height_ > 0) above->set(0, root_);
    root_ = above;
    ++height_;
  }
}

BlockNode* BlockTree::own(BlockNode* node, int height) {
  if (node->references == 1) return node;
  BlockNode* const copy = block_pool().new_node();
  copy->present = node->present;
  for_each_bit(node->present, [&](std::size_t i) {
    copy->children[i] = node->children[i];
    keep(node->children[i], height);
  });
  --node->references;
  return copy;
}

BlockNode* BlockTree::writable_page(std::size_t number) {
  int needed = 1;
  while (pages_below(needed) <= number) ++needed;
  raise(needed);
  root_ = own(root_, height_);
  BlockNode* node = root_;
  for (int height = height_; height > 1; --height) {
    const std::size_t child = number / pages_below(height - 1) % kBlocksPerPage;
    BlockNode* const below = node->has(child)
                                 ? own(static_cast<BlockNode*>(node->children[child]), height - 1)
                                 : block_pool().new_node();
    node->set(child, below);
    node = below;
  }
  return node;
}

void BlockTree::clear_page(std::size_t number) {
  if (page(number) == nullptr) return;
  // Unshares the nodes above it, and removes it from its parent.
  BlockNode* const node = writable_page(number);
  release(node, 1);
  if (height_ == 1) {
    root_ = nullptr;
    height_ = 0;
    return;
  }
  BlockNode* above = root_;
  for (int height = height_; height > 2; --height) {
    const std::size_t span = pages_below(height - 1);
    above = static_cast<BlockNode*>(above->children[number / span % kBlocksPerPage]);
  }
  above->remove(number % kBlocksPerPage);
}

}  // namespace heddle::native
