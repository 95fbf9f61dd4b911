#include "native/snapshot/memory_image.hpp"

#define XXH_INLINE_ALL
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cstdlib>
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
constexpr std::size_t kFewPages = 4;

// A page that does not change in so many looks is protected.
constexpr std::uint32_t kLooksBeforeCooling = 16;

alignas(16) constexpr std::array<std::byte, kBlockSize> kZeros{};

using Lane [[gnu::vector_size(16), gnu::may_alias, gnu::aligned(1)]] = std::uint64_t;

bool is_same(const std::byte* a, const std::byte* b, std::size_t bytes) {
  return std::memcmp(a, b, bytes) == 0;
}

// Whether so many lanes are the same.
template <std::size_t... I>
[[gnu::always_inline]] inline bool are_same(const std::byte* a, const std::byte* b,
                                            std::index_sequence<I...>) {
  const auto* x = reinterpret_cast<const Lane*>(a);
  const auto* y = reinterpret_cast<const Lane*>(b);
  const Lane all = ((x[I] ^ y[I]) | ...);
  return (all[0] | all[1]) == 0;
}

// Calls visit(block) for each block that is not the same, from the block that holds `from` on.
template <typename Visit>
[[gnu::always_inline]] inline void for_each_changed_block(const std::byte* live,
                                                          const std::byte* kept, std::size_t from,
                                                          std::size_t bytes, Visit visit) {
  constexpr std::size_t kGroup = 2 * kBlockSize;
  std::size_t at = from;
  for (; at + kGroup <= bytes; at += kGroup) {
    if (are_same(live + at, kept + at, std::make_index_sequence<kGroup / sizeof(Lane)>())) continue;
    for (std::size_t part = at; part < at + kGroup; part += kBlockSize) {
      if (!is_same(live + part, kept + part, kBlockSize)) visit(part / kBlockSize);
    }
  }
  for (; at < bytes; at += kBlockSize) {
    if (!is_same(live + at, kept + at, std::min(kBlockSize, bytes - at))) visit(at / kBlockSize);
  }
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
  make_shadow(page);
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

const std::byte* MemoryImage::content(const Page& page, std::size_t block) {
  if (page.node != nullptr && page.node->children[block] != nullptr) {
    return static_cast<const Block*>(page.node->children[block])->content.data();
  }
  return page.initial != nullptr ? page.initial + block * kBlockSize : kZeros.data();
}

void MemoryImage::make_shadow(Page& page) {
  if (free_shadows_.empty()) {
    free_shadows_.push_back(static_cast<std::byte*>(std::aligned_alloc(64, kImagePage)));
    HEDDLE_CHECK(free_shadows_.back() != nullptr, "no memory left to compare the program's with");
  }
  page.shadow = free_shadows_.back();
  free_shadows_.pop_back();
  const std::size_t blocks = block_count(page.bytes);
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t at = block * kBlockSize;
    std::memcpy(page.shadow + at, content(page, block), std::min(kBlockSize, page.bytes - at));
  }
}

// Blocks before `from_block` count as absent, whatever memory holds.
void MemoryImage::compare(std::uint32_t number, std::size_t from_block) {
  Page& page = pages_[number];
  if (page.lowest < from_block) {
    BlockNode* const node = tree_.writable_page(number);
    page.node = node;
    for (std::size_t block = page.lowest; block < from_block; ++block) {
      drop_block(page, *node, block);
    }
    page.lowest = from_block;
  }
  const auto* const live = reinterpret_cast<const std::byte*>(page.address);
  for_each_changed_block(live, page.shadow, from_block * kBlockSize, page.bytes,
                         [&](std::size_t block) { compare_block(number, block); });
}

void MemoryImage::compare_block(std::uint32_t number, std::size_t block) {
  Page& page = pages_[number];
  BlockNode* const node = tree_.writable_page(number);
  page.node = node;
  page.changed = true;
  set_block(page, *node, block);
}

void MemoryImage::drop_block(Page& page, BlockNode& node, std::size_t number) {
  auto* const block = static_cast<Block*>(node.children[number]);
  if (block == nullptr) return;
  if (page.hashed) subtract(hash_, block->hash);
  if (--block->references == 0) block_pool().free(block);
  node.children[number] = nullptr;
  const std::size_t at = number * kBlockSize;
  std::memcpy(page.shadow + at, content(page, number), std::min(kBlockSize, page.bytes - at));
}

void MemoryImage::set_block(Page& page, BlockNode& node, std::size_t number) {
  const std::size_t at = number * kBlockSize;
  const auto* const live = reinterpret_cast<const std::byte*>(page.address) + at;
  const std::size_t bytes = std::min(kBlockSize, page.bytes - at);
  drop_block(page, node, number);
  // Content as at the start counts as nothing, whether the page is known yet or not.
  if (is_same(live, page.shadow + at, bytes)) return;
  Block* const block = block_pool().new_block();
  std::memcpy(block->content.data(), live, bytes);
  std::memcpy(page.shadow + at, live, bytes);
  block->hash = hash_of(live, bytes, page.address + at);
  if (page.hashed) add(hash_, block->hash);
  node.children[number] = block;
  page.lowest = std::min(page.lowest, number);
}

void MemoryImage::drop(std::uint32_t number) {
  Page& page = pages_[number];
  if (page.node == nullptr) return;
  BlockNode* const node = tree_.writable_page(number);
  page.node = node;
  for (std::size_t block = 0; block < kBlocksPerPage; ++block) drop_block(page, *node, block);
  tree_.clear_page(number);
  page.node = nullptr;
  page.lowest = kBlocksPerPage;
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
  if (heap().has_changed(thread)) compare(pages.arena);
  pages.is_compared = record.life == Life::announced;
  if (!pages.is_compared) {
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

// The page holds what the tree had for it, except in the blocks that differ.
void MemoryImage::restore_difference(Page& page, const BlockNode* before) {
  auto* const live = reinterpret_cast<std::byte*>(page.address);
  const std::size_t blocks = block_count(page.bytes);
  page.lowest = kBlocksPerPage;
  for (std::size_t block = 0; block < blocks; ++block) {
    const void* const old = before != nullptr ? before->children[block] : nullptr;
    const void* const wanted = page.node != nullptr ? page.node->children[block] : nullptr;
    if (wanted != nullptr) page.lowest = std::min(page.lowest, block);
    if (old == wanted) continue;
    const std::size_t at = block * kBlockSize;
    const std::size_t bytes = std::min(kBlockSize, page.bytes - at);
    const std::byte* const from = content(page, block);
    std::memcpy(live + at, from, bytes);
    std::memcpy(page.shadow + at, from, bytes);
  }
}

void MemoryImage::adopt(const BlockTree& tree, const Fingerprint& hash) {
  tree_.for_each_difference(
      tree, [&](std::size_t number, const BlockNode* before, const BlockNode* wanted) {
        Page& page = pages_[number];
        page.node = wanted;
        page.changed = true;
        if (page.cold) {
          page.node = before;
          warm(static_cast<std::uint32_t>(number));
          page.node = wanted;
        }
        restore_difference(page, before);
      });
  tree_ = tree;
  hash_ = hash;
}

// Whatever the page holds now.
void MemoryImage::restore_page(const Page& page) {
  std::memcpy(reinterpret_cast<void*>(page.address), page.shadow, page.bytes);
}

// What was not compared because the thread was no more, or not yet, is unknown.
void MemoryImage::settle_thread(ThreadId id) {
  ThreadPages& pages = threads_[index(id)];
  if (pages.state == 0) return;
  const Thread& record = native::thread(id);
  if (record.life != Life::announced) return;
  if (!pages.is_compared) {
    for (const std::uint32_t page : pages.variables) restore_page(pages_[page]);
    for (const std::uint32_t page : pages.stack) {
      if (pages_[page].node != nullptr) restore_page(pages_[page]);
    }
    pages.is_compared = true;
    note_stack_use(id);
  }
  clean_stack(id, address_of_object(record.context));
}

void MemoryImage::put_back(const Snapshot& snapshot) {
  adopt(snapshot.memory, snapshot.hash);
  static_cast<WorldHead&>(world()) = snapshot.head;
  for (std::uint32_t i = 0; i < threads_.size(); ++i) settle_thread(thread_id(i));
}

void MemoryImage::put_back_initial() {
  adopt(BlockTree{}, Fingerprint{});
  heap().note_reset();
  for (ThreadPages& pages : threads_) pages.is_compared = false;
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
  make_shadow(page);
  hot_.push_back(number);
}

void MemoryImage::take_in_warmed() {
  for (const std::uint32_t number : warmed_) {
    pages_[number].changed = true;
    make_shadow(pages_[number]);
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
      Page& page = pages_[pages[end]];
      page.cold = true;
      free_shadows_.push_back(page.shadow);
      page.shadow = nullptr;
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
