#include "native/snapshot/memory_image.hpp"

#define XXH_INLINE_ALL
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cstring>

#include "core/check.hpp"
#include "native/conductor.hpp"
#include "native/fiber/fiber_stack.hpp"
#include "native/real_functions.hpp"
#include "native/snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

// So many pages are compared at every look, come what may.  Comparing one takes about a tenth of a
// microsecond, a fault more than one.
constexpr std::size_t kFewPages = 12;

// A page that does not change in so many looks is protected.
constexpr std::uint32_t kLooksBeforeCooling = 64;

alignas(16) constexpr std::array<std::byte, kBlockSize> kZeros{};

using Lane [[gnu::vector_size(16), gnu::may_alias, gnu::aligned(1)]] = std::uint64_t;

bool is_same(const std::byte* a, const std::byte* b, std::size_t bytes) {
  if (bytes != kBlockSize) return std::memcmp(a, b, bytes) == 0;
  const auto* x = reinterpret_cast<const Lane*>(a);
  const auto* y = reinterpret_cast<const Lane*>(b);
  const Lane low = (x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3]);
  const Lane high = (x[4] ^ y[4]) | (x[5] ^ y[5]) | (x[6] ^ y[6]) | (x[7] ^ y[7]);
  const Lane all = low | high;
  return (all[0] | all[1]) == 0;
}

Fingerprint hash_of(const void* content, std::size_t bytes, std::uint64_t seed) {
  const XXH128_hash_t hash = XXH3_128bits_withSeed(content, bytes, seed);
  return {hash.low64, hash.high64};
}

void add(Fingerprint& sum, const Fingerprint& hash) {
  sum.low += hash.low;
  sum.high += hash.high;
}

void subtract(Fingerprint& sum, const Fingerprint& hash) {
  sum.low -= hash.low;
  sum.high -= hash.high;
}

std::size_t block_count(std::size_t bytes) { return (bytes + kBlockSize - 1) / kBlockSize; }

std::uintptr_t address_of_object(const void* object) {
  return reinterpret_cast<std::uintptr_t>(object);
}

}  // namespace

// ---- what there is ----

std::uint32_t MemoryImage::add_page(std::uintptr_t address, std::size_t bytes,
                                    const std::byte* initial) {
  Page page;
  page.address = address;
  page.bytes = static_cast<std::uint32_t>(bytes);
  page.initial = initial;
  pages_.push_back(page);
  return static_cast<std::uint32_t>(pages_.size() - 1);
}

void MemoryImage::begin(const std::vector<MemoryRegion>& regions) {
  std::vector<MemoryRegion> all = regions;
  const std::uintptr_t keys = address_of_object(world().keys.data());
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

void MemoryImage::take_in_written_data() {
  const DirtyPages& written = dirty_pages();
  for (; data_pages_ < written.dirty_count(); ++data_pages_) {
    const DirtyPages::Saved& part = written.saved(data_pages_);
    for (std::size_t at = 0; at < part.size; at += kImagePage) {
      hot_.push_back(add_page(address_of_object(part.begin) + at,
                              std::min(kImagePage, part.size - at), part.content + at));
    }
  }
}

// What is sealed belongs to the program's data.
void MemoryImage::take_in_heap(ThreadId thread) {
  ThreadPages& pages = pages_of(thread);
  const Arena& arena = world().arenas[index(thread)];
  std::uint32_t& known = pages.heap_chunks;
  known = std::max(known, arena.sealed);
  for (; known < arena.top; ++known) {
    const std::uintptr_t chunk = ManagedHeap::arena_base(thread) + known * kChunkSize;
    for (std::size_t at = 0; at < kChunkSize; at += kImagePage) {
      hot_.push_back(add_page(chunk + at, kImagePage, nullptr));
    }
  }
}

MemoryImage::ThreadPages& MemoryImage::pages_of(ThreadId thread) {
  if (index(thread) >= threads_.size()) threads_.resize(index(thread) + std::size_t{1});
  ThreadPages& pages = threads_[index(thread)];
  if (pages.state != 0) return pages;
  const Thread& record = native::thread(thread);
  const auto& state = static_cast<const ThreadState&>(record);
  const auto& patience = static_cast<const Patience&>(record);
  pages.state = add_page(address_of_object(&state), sizeof state, nullptr);
  pages.patience = add_page(address_of_object(&patience), sizeof patience, nullptr);
  pages_[pages.patience].hashed = patience_counts_;
  const Arena& arena = world().arenas[index(thread)];
  pages.arena = add_page(address_of_object(&arena), sizeof arena, nullptr);
  const ControlBlocks& blocks = conductor().control_blocks();
  const std::uintptr_t variables = address_of_object(blocks.pointer(thread)) +
                                   static_cast<std::uintptr_t>(blocks.extent().begin);
  for (std::size_t at = 0; at < blocks.extent().size(); at += kImagePage) {
    pages.variables.push_back(add_page(variables + at,
                                       std::min(kImagePage, blocks.extent().size() - at),
                                       blocks.initial_variables(thread) + at));
  }
  return pages;
}

// ---- what changed ----

const std::byte* MemoryImage::content(const Page& page, std::size_t block) const {
  if (page.node != nullptr && page.node->children[block] != nullptr) {
    return static_cast<const Block*>(page.node->children[block])->content.data();
  }
  return page.initial != nullptr ? page.initial + block * kBlockSize : kZeros.data();
}

void MemoryImage::compare(std::uint32_t number, std::size_t from_block) {
  Page& page = pages_[number];
  const auto* const live = reinterpret_cast<const std::byte*>(page.address);
  BlockNode* node = nullptr;
  const std::size_t blocks = block_count(page.bytes);
  for (std::size_t block = 0; block < blocks; ++block) {
    if (block < from_block) {
      if (page.node == nullptr || page.node->children[block] == nullptr) continue;
    } else {
      const std::size_t at = block * kBlockSize;
      const std::size_t bytes = std::min(kBlockSize, page.bytes - at);
      if (is_same(live + at, content(page, block), bytes)) continue;
    }
    if (node == nullptr) {
      node = tree_.writable_page(number);
      page.node = node;
      page.changed = true;
    }
    if (block < from_block) {
      drop_block(page, *node, block);
    } else {
      set_block(page, *node, block);
    }
  }
}

void MemoryImage::drop_block(const Page& page, BlockNode& node, std::size_t number) {
  auto* const block = static_cast<Block*>(node.children[number]);
  if (block == nullptr) return;
  if (page.hashed) subtract(hash_, block->hash);
  if (--block->references == 0) block_pool().free(block);
  node.children[number] = nullptr;
}

void MemoryImage::set_block(const Page& page, BlockNode& node, std::size_t number) {
  const std::size_t at = number * kBlockSize;
  const auto* const live = reinterpret_cast<const std::byte*>(page.address) + at;
  const std::size_t bytes = std::min(kBlockSize, page.bytes - at);
  const std::byte* const initial = page.initial != nullptr ? page.initial + at : kZeros.data();
  drop_block(page, node, number);
  // Content as at the start counts as nothing, whether the page is known yet or not.
  if (is_same(live, initial, bytes)) return;
  Block* const block = block_pool().new_block();
  std::memcpy(block->content.data(), live, bytes);
  block->hash = hash_of(live, bytes, page.address + at);
  if (page.hashed) add(hash_, block->hash);
  node.children[number] = block;
}

void MemoryImage::drop(std::uint32_t number) {
  Page& page = pages_[number];
  if (page.node == nullptr) return;
  if (page.hashed) {
    for (const void* child : page.node->children) {
      if (child != nullptr) subtract(hash_, static_cast<const Block*>(child)->hash);
    }
  }
  tree_.clear_page(number);
  page.node = nullptr;
}

void MemoryImage::drop_thread(const ThreadPages& pages) {
  if (pages.state == 0) return;
  for (const std::uint32_t page : {pages.state, pages.patience, pages.arena}) drop(page);
  for (const std::uint32_t page : pages.variables) drop(page);
  for (const std::uint32_t page : pages.stack) drop(page);
}

void MemoryImage::compare_thread(ThreadId thread) {
  const Thread& record = native::thread(thread);
  if (record.life == Life::unborn) {
    if (index(thread) < threads_.size()) drop_thread(threads_[index(thread)]);
    return;
  }
  take_in_heap(thread);
  ThreadPages& pages = threads_[index(thread)];
  compare(pages.state);
  compare(pages.patience);
  compare(pages.arena);
  if (record.life != Life::announced) {
    for (const std::uint32_t page : pages.variables) drop(page);
    for (const std::uint32_t page : pages.stack) drop(page);
    return;
  }
  for (const std::uint32_t page : pages.variables) compare(page);
  const std::uintptr_t top = address_of_object(fiber_stack_top(thread));
  const std::uintptr_t pointer = address_of_object(record.context);
  const std::size_t live = (top - pointer + kImagePage - 1) / kImagePage;
  while (pages.stack.size() < live) {
    const std::uint32_t page =
        add_page(top - (pages.stack.size() + 1) * kImagePage, kImagePage, nullptr);
    threads_[index(thread)].stack.push_back(page);
  }
  for (std::size_t i = 0; i < pages.stack.size(); ++i) {
    const std::uint32_t page = pages.stack[i];
    if (i >= live) {
      drop(page);
    } else {
      const std::uintptr_t begin = pages_[page].address;
      compare(page, pointer > begin ? (pointer - begin) / kBlockSize : 0);
    }
  }
}

void MemoryImage::look() {
  take_in_warmed();
  take_in_written_data();
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) compare_thread(thread_id(i));
  for (const std::uint32_t page : hot_) compare(page);
  for (const std::uint32_t page : always_) compare(page);
  if (world().keys_changed) compare(keys_);
  if (++looks_ % kLooksBeforeCooling == 0) cool_down();
}

Fingerprint MemoryImage::fingerprint() const {
  const World& world = native::world();
  const std::array<std::uint64_t, 4> rest = {world.now, world.early_timeouts_left,
                                             world.spurious_left,
                                             reinterpret_cast<std::uintptr_t>(world.at_exit)};
  Fingerprint sum = hash_;
  add(sum, hash_of(rest.data(), sizeof rest, 0));
  return sum;
}

// ---- the way back ----

void MemoryImage::restore(std::uint32_t number, std::size_t from_block) {
  const Page& page = pages_[number];
  auto* const live = reinterpret_cast<std::byte*>(page.address);
  const std::size_t blocks = block_count(page.bytes);
  for (std::size_t block = from_block; block < blocks; ++block) {
    const std::size_t at = block * kBlockSize;
    const std::size_t bytes = std::min(kBlockSize, page.bytes - at);
    const std::byte* const wanted = content(page, block);
    if (!is_same(live + at, wanted, bytes)) std::memcpy(live + at, wanted, bytes);
  }
}

void MemoryImage::restore_thread(ThreadId id) {
  const ThreadPages& pages = threads_[index(id)];
  if (pages.state == 0) return;
  Thread& record = native::thread(id);
  if (pages_[pages.state].node == nullptr) {
    record.life = Life::unborn;
    world().arenas[index(id)] = Arena{};
    return;
  }
  restore(pages.state);
  restore(pages.patience);
  restore(pages.arena);
  if (record.life != Life::announced) return;
  for (const std::uint32_t page : pages.variables) restore(page);
  const std::uintptr_t top = address_of_object(fiber_stack_top(id));
  const std::uintptr_t pointer = address_of_object(record.context);
  const std::size_t live = (top - pointer + kImagePage - 1) / kImagePage;
  for (std::size_t i = 0; i < live; ++i) {
    const std::uintptr_t begin = pages_[pages.stack[i]].address;
    restore(pages.stack[i], pointer > begin ? (pointer - begin) / kBlockSize : 0);
  }
  clean_stack(id, pointer);
}

// Data, heap, and what is never protected.
void MemoryImage::restore_shared() {
  take_in_warmed();
  take_in_written_data();
  for (std::uint32_t i = 0; i < threads_.size(); ++i) {
    if (threads_[i].state != 0) take_in_heap(thread_id(i));
  }
  for (const std::uint32_t page : hot_) restore(page);
  for (const std::uint32_t page : always_) restore(page);
}

void MemoryImage::adopt(const BlockTree& tree, const Fingerprint& hash) {
  tree_.for_each_difference(tree,
                            [&](std::size_t number, const BlockNode*, const BlockNode* wanted) {
                              Page& page = pages_[number];
                              page.node = wanted;
                              if (page.cold) warm(static_cast<std::uint32_t>(number));
                            });
  tree_ = tree;
  hash_ = hash;
}

void MemoryImage::put_back(const Snapshot& snapshot) {
  adopt(snapshot.memory, snapshot.hash);
  restore_shared();
  if (world().keys_changed || snapshot.head.keys_changed) restore(keys_);
  static_cast<WorldHead&>(world()) = snapshot.head;
  for (std::uint32_t i = 0; i < threads_.size(); ++i) restore_thread(thread_id(i));
}

void MemoryImage::put_back_initial() {
  adopt(BlockTree{}, Fingerprint{});
  restore_shared();
}

// ---- protection ----

bool MemoryImage::let_write(std::uintptr_t address) {
  const auto found = page_at_.find(address & ~(kImagePage - 1));
  if (found == page_at_.end()) return false;
  Page& page = pages_[found->second];
  if (!page.cold) return false;
  const long result = raw_syscall(SYS_mprotect, static_cast<long>(page.address),
                                  static_cast<long>(kImagePage), PROT_READ | PROT_WRITE);
  page.cold = false;
  warmed_.push_back(found->second);
  return result == 0;
}

void MemoryImage::warm(std::uint32_t number) {
  Page& page = pages_[number];
  ::mprotect(reinterpret_cast<void*>(page.address), kImagePage, PROT_READ | PROT_WRITE);
  page.cold = false;
  page.changed = true;
  hot_.push_back(number);
}

void MemoryImage::take_in_warmed() {
  for (const std::uint32_t number : warmed_) {
    pages_[number].changed = true;
    hot_.push_back(number);
  }
  warmed_.clear();
}

void MemoryImage::cool_down() {
  if (hot_.size() <= kFewPages) return;
  static const bool can_protect = ::sysconf(_SC_PAGESIZE) == static_cast<long>(kImagePage);
  if (!can_protect) return;
  std::vector<std::uint32_t> still;
  std::vector<std::uint32_t> cooled;
  for (const std::uint32_t number : hot_) {
    Page& page = pages_[number];
    const bool whole = page.bytes == kImagePage && page.address % kImagePage == 0;
    if (page.changed || !whole) {
      still.push_back(number);
    } else {
      cooled.push_back(number);
    }
    page.changed = false;
  }
  hot_.swap(still);
  cool(cooled);
}

void MemoryImage::cool(std::vector<std::uint32_t>& pages) {
  std::sort(pages.begin(), pages.end(), [&](std::uint32_t a, std::uint32_t b) {
    return pages_[a].address < pages_[b].address;
  });
  for (std::size_t first = 0; first < pages.size();) {
    std::size_t end = first;
    const std::uintptr_t begin = pages_[pages[first]].address;
    while (end < pages.size() && pages_[pages[end]].address == begin + (end - first) * kImagePage) {
      pages_[pages[end]].cold = true;
      page_at_[pages_[pages[end]].address] = pages[end];
      ++end;
    }
    ::mprotect(reinterpret_cast<void*>(begin), (end - first) * kImagePage, PROT_READ);
    first = end;
  }
  warmed_.reserve(page_at_.size());
}

MemoryImage& memory_image() {
  static auto* const image = new MemoryImage;
  return *image;
}

}  // namespace heddle::native
