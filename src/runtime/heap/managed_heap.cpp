#include "runtime/heap/managed_heap.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "runtime/heap/size_classes.hpp"
#include "runtime/heap/slab.hpp"
#include "runtime/real_functions.hpp"

namespace heddle::native {
namespace {

// Zeroes memory without touching pages that were never touched.
void zero_used(std::uintptr_t begin, std::size_t bytes) {
  constexpr std::size_t kBatch = 256;
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const std::uintptr_t end = begin + bytes;
  std::uintptr_t at = begin;
  while (at < end) {
    const std::uintptr_t first = at & ~(page - 1);
    const std::uintptr_t last = std::min((end + page - 1) & ~(page - 1), first + kBatch * page);
    unsigned char resident[kBatch];
    const bool known = ::mincore(reinterpret_cast<void*>(first), last - first, resident) == 0;
    for (std::uintptr_t here = first; here < last; here += page) {
      if (known && (resident[(here - first) / page] & 1) == 0) continue;
      const std::uintptr_t from = std::max(here, begin);
      std::memset(reinterpret_cast<void*>(from), 0, std::min(here + page, end) - from);
    }
    at = last;
  }
}

// Returns the pages to the kernel, which replaces them by zeros.  Uses a raw system call, because
// the C library's function is interposed.
void let_go(std::uintptr_t begin, std::size_t bytes) {
  raw_syscall(SYS_madvise, static_cast<long>(begin), static_cast<long>(bytes), MADV_DONTNEED);
}

// Returns whether the rest of a block's room is still zero; checks only the first bytes.
bool is_intact_behind(std::uintptr_t block, std::size_t size, std::size_t room) {
  constexpr std::size_t kWatched = 64;
  const auto* const bytes = reinterpret_cast<const unsigned char*>(block);
  const std::size_t end = std::min(room, size + kWatched);
  for (std::size_t i = size; i < end; ++i) {
    if (bytes[i] != 0) return false;
  }
  return true;
}

// The contents of freed blocks of this size may be cleared later.
constexpr std::size_t kManyBytes = std::size_t{1} << 18;

}  // namespace

void* ManagedHeap::allocate(ThreadId thread, std::size_t size, std::size_t alignment) {
  static_assert(sizeof(Slab) <= kHeaderSize);
  changed_[index(thread)] = true;
  if (alignment <= 64 && size < kLargestSlot) {
    // A guard byte follows each block.
    const std::size_t guarded = size + 1;
    // Slots of a size that is a multiple of 64 are aligned to 64.
    const std::size_t wanted =
        alignment <= 16 ? guarded : (guarded + alignment - 1) & ~(alignment - 1);
    const std::size_t size_class =
        size_class_of(alignment <= 16 ? wanted : std::max(wanted, kFirstWideSlot));
    if (size_class < kSizeClasses && (alignment <= 16 || slot_size(size_class) % 64 == 0)) {
      return allocate_small(thread, size_class, size);
    }
  }
  return allocate_large(thread, size, std::max<std::size_t>(alignment, 64));
}

void* ManagedHeap::allocate_small(ThreadId thread, std::size_t size_class, std::size_t size) {
  Arena& arena = arenas_[index(thread)];
  std::uint32_t& partial = arena.partial[size_class];
  Slab* slab = partial != 0 ? slab_at(thread, partial - 1) : new_slab(thread, size_class);
  if (slab == nullptr) return nullptr;
  const bool was_sealed = partial <= arena.sealed;

  std::uint32_t word = slab->first_word;
  const auto bit = static_cast<std::uint32_t>(std::countr_zero(slab->free_map[word]));
  const std::uint32_t slot = word * 64 + bit;
  slab->free_map[word] &= slab->free_map[word] - 1;
  // The first word with a free slot, or 0: a function of the set only.
  if (slab->free_slots == 1) word = 0;
  while (slab->free_slots > 1 && slab->free_map[word] == 0) ++word;
  slab->first_word = word;
  if (--slab->free_slots == 0) {
    partial = with_room(thread, slab->next);
    // The chain of the sealed slabs ends at the seal; the others have one of their own.
    if (partial == 0 && was_sealed) partial = with_room(thread, arena.first[size_class]);
  }
  auto* block = reinterpret_cast<std::byte*>(slab->begin()) +
                static_cast<std::size_t>(slot) * slab->slot_size;
  // Blocks that were freed before the seal keep their contents.
  if (!clean_ || was_sealed) std::memset(block, 0, slab->slot_size);
  slab->size_of(slot) = static_cast<std::uint16_t>(size);
  note_header(*slab, slot);
  note_handed_out(reinterpret_cast<std::uintptr_t>(block), slab->slot_size);
  return block;
}

void ManagedHeap::note_header(const Slab& slab, std::uint32_t slot) {
  note(reinterpret_cast<std::uintptr_t>(&slab), kHeaderSize, false);
  note(reinterpret_cast<std::uintptr_t>(&slab.size_of(slot)), sizeof(std::uint16_t), false);
}

std::uint32_t ManagedHeap::with_room(ThreadId thread, std::uint32_t name) {
  while (name != 0 && slab_at(thread, name - 1)->free_slots == 0)
    name = slab_at(thread, name - 1)->next;
  return name;
}

ManagedHeap::Slab* ManagedHeap::new_slab(ThreadId thread, std::size_t size_class) {
  const long chunk = grow(thread, 1);
  if (chunk < 0) return nullptr;
  Slab* slab = slab_at(thread, static_cast<std::size_t>(chunk));
  const auto bytes = static_cast<std::uint32_t>(slot_size(size_class));
  const std::uint32_t slots = Slab::slots_of(bytes);
  std::memset(static_cast<void*>(slab), 0, kHeaderSize + Slab::sizes_bytes(slots));
  slab->signature = slab->expected_signature();
  slab->kind = RunKind::slab;
  slab->chunks = 1;
  slab->slot_size = bytes;
  slab->slots = slots;
  slab->free_slots = slots;
  slab->size_class = static_cast<std::uint32_t>(size_class);
  for (std::uint32_t i = 0; i < slots / 64; ++i) slab->free_map[i] = ~std::uint64_t{0};
  if (slots % 64 != 0) slab->free_map[slots / 64] = (std::uint64_t{1} << (slots % 64)) - 1;

  Arena& arena = arenas_[index(thread)];
  const auto name = static_cast<std::uint32_t>(chunk + 1);
  if (arena.last[size_class] != 0) {
    Slab* const before = slab_at(thread, arena.last[size_class] - 1);
    before->next = name;
    note_header(*before, 0);
  }
  arena.last[size_class] = name;
  if (arena.first[size_class] == 0) arena.first[size_class] = name;
  arena.partial[size_class] = name;
  return slab;
}

long ManagedHeap::grow(ThreadId thread, std::size_t count) {
  constexpr std::size_t kGrowth = (std::size_t{1} << 20) / kChunkSize;
  Arena& arena = arenas_[index(thread)];
  const std::size_t top = arena.top + count;
  if (top > kArenaStride / kChunkSize) return -1;
  std::uint32_t& mapped = mapped_[index(thread)];
  if (top > mapped) {
    const std::size_t more = std::max(top - mapped, kGrowth);
    const std::uintptr_t begin = arena_base(thread) + mapped * kChunkSize;
    if (!try_map_fixed(begin, more * kChunkSize, PROT_READ | PROT_WRITE)) return -1;
    mapped += static_cast<std::uint32_t>(more);
  }
  const long first = arena.top;
  arena.top = static_cast<std::uint32_t>(top);
  touched_[index(thread)] = std::max(touched_[index(thread)], arena.top);
  return first;
}

void* ManagedHeap::allocate_large(ThreadId thread, std::size_t size, std::size_t alignment) {
  if (size > kArenaStride || alignment > kArenaStride) return nullptr;
  clear_freed();
  Arena& arena = arenas_[index(thread)];
  const std::size_t lead = (kHeaderSize + alignment - 1) & ~(alignment - 1);
  const std::size_t slack = alignment > kChunkSize ? alignment : 0;
  const std::size_t chunks = (lead + slack + size + 1 + kChunkSize - 1) / kChunkSize;

  // First fit among the runs that were given back, in the order of addresses.
  long first = -1;
  bool zero = false;
  for (std::size_t at = 0; arena.free_runs > 0 && at < arena.top;
       at += slab_at(thread, at)->chunks) {
    Slab* run = slab_at(thread, at);
    if (run->kind == RunKind::free && run->chunks >= chunks) {
      first = static_cast<long>(at);
      zero = clean_ && at >= arena.sealed;
      --arena.free_runs;
      break;
    }
  }
  std::size_t length = chunks;
  if (first >= 0) {
    length = slab_at(thread, static_cast<std::size_t>(first))->chunks;
  } else {
    zero = clean_ || arena.top >= touched_[index(thread)];
    first = grow(thread, chunks);
    if (first < 0) return nullptr;
  }

  const auto at = static_cast<std::size_t>(first);
  const std::uintptr_t start = arena_base(thread) + at * kChunkSize;
  note_handed_out(start, length * kChunkSize);
  std::uintptr_t block = (start + kHeaderSize + alignment - 1) & ~(alignment - 1);
  if (!zero) {
    const std::uintptr_t end = start + length * kChunkSize;
    // The kernel's fresh zero pages are cheaper than writing zeros, and cost nothing until touched.
    // Not for sealed memory: what it held must be saved, which a write does.
    const std::uintptr_t page = (block + 4095) & ~std::uintptr_t{4095};
    if (page < end && at >= arena.sealed) {
      std::memset(reinterpret_cast<void*>(block), 0, page - block);
      let_go(page, end - page);
    } else {
      std::memset(reinterpret_cast<void*>(block), 0, end - block);
    }
  }
  // The header of a block far into its run stands right before the block, where slab_of looks for
  // it; the run's own first chunk keeps one too, for walking.
  for (Slab* header : {slab_at(thread, at), slab_of(reinterpret_cast<void*>(block))}) {
    std::memset(static_cast<void*>(header), 0, sizeof *header);
    header->signature = header->expected_signature();
    header->kind = RunKind::large;
    header->chunks = static_cast<std::uint32_t>(length);
    header->block = block;
    header->block_size = start + length * kChunkSize - block;
    header->size = size;
    header->next = static_cast<std::uint32_t>(at + 1);
  }
  return reinterpret_cast<void*>(block);
}

// Clears the memory of a freed block, or the rest of its first and last page if the others can
// wait.
void ManagedHeap::clear_large(std::uintptr_t block, std::size_t bytes) {
  constexpr std::uintptr_t kPage = 4096;
  const std::uintptr_t begin = (block + kPage - 1) & ~(kPage - 1);
  const std::uintptr_t end = (block + bytes) & ~(kPage - 1);
  if (clears_at_once_ || bytes < kManyBytes || freed_count_ == freed_.size()) {
    return zero_used(block, bytes);
  }
  freed_[freed_count_++] = {begin, end};
  zero_used(block, begin - block);
  zero_used(end, block + bytes - end);
}

void ManagedHeap::clear_all_freed() {
  for (const Range& range : freed()) zero_used(range.begin, range.end - range.begin);
  forget_freed();
}

FreeResult ManagedHeap::free(void* block) {
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  const ThreadId thread = thread_id((address - kHeapBase) / kArenaStride);
  Arena& arena = arenas_[index(thread)];
  changed_[index(thread)] = true;
  const std::uintptr_t offset = address - arena_base(thread);
  if (offset == 0 || offset >= arena.top * kChunkSize) return FreeResult::not_a_block;
  Slab* slab = slab_of(block);
  if (!slab->is_header()) return FreeResult::not_a_block;
  if (slab->kind == RunKind::slab) return free_small(*slab, address);
  if (slab->kind == RunKind::free && slab->block == address) return FreeResult::freed_twice;
  if (slab->kind != RunKind::large || slab->block != address) return FreeResult::not_a_block;
  if (!is_intact_behind(address, slab->size, slab->block_size)) return FreeResult::overrun;
  if (clean_) clear_large(address, slab->block_size);
  slab->size = 0;
  slab_at(thread, slab->next - 1)->size = 0;
  std::memset(slab->free_map, 0, sizeof slab->free_map);
  slab->kind = RunKind::free;
  slab_at(thread, slab->next - 1)->kind = RunKind::free;
  ++arena.free_runs;
  return FreeResult::done;
}

FreeResult ManagedHeap::free_small(Slab& slab, std::uintptr_t address) {
  const std::uintptr_t base = slab.begin();
  if (address < base || (address - base) % slab.slot_size != 0) return FreeResult::not_a_block;
  const auto slot = static_cast<std::uint32_t>((address - base) / slab.slot_size);
  if (slot >= slab.slots) return FreeResult::not_a_block;
  if (slab.is_free(slot)) return FreeResult::freed_twice;
  if (!is_intact_behind(address, slab.size_of(slot), slab.slot_size)) return FreeResult::overrun;
  slab.size_of(slot) = 0;
  if (clean_) std::memset(reinterpret_cast<void*>(address), 0, slab.slot_size);
  slab.first_word = slab.free_slots == 0 ? slot / 64 : std::min(slab.first_word, slot / 64);
  slab.free_map[slot / 64] |= std::uint64_t{1} << (slot % 64);
  ++slab.free_slots;
  note_header(slab, slot);

  const std::uintptr_t slab_address = reinterpret_cast<std::uintptr_t>(&slab);
  const ThreadId thread = thread_id((slab_address - kHeapBase) / kArenaStride);
  const auto name =
      static_cast<std::uint32_t>((slab_address - arena_base(thread)) / kChunkSize + 1);
  std::uint32_t& partial = arenas_[index(thread)].partial[slab.size_class];
  if (partial == 0 || name < partial) partial = name;
  return FreeResult::done;
}

std::size_t ManagedHeap::size_of(const void* block) const {
  return locate(reinterpret_cast<std::uintptr_t>(block)).size;
}

std::size_t ManagedHeap::pool_of(const void* block) const {
  const Slab* const slab = slab_of(block);
  return slab->kind == RunKind::slab ? slab->size_class : kSizeClasses;
}

bool ManagedHeap::resize(void* block, std::size_t size) {
  Slab* const slab = slab_of(block);
  const std::size_t room = (slab->kind == RunKind::slab ? slab->slot_size : slab->block_size) - 1;
  if (size > room || size <= room / 2) return false;
  changed_[(reinterpret_cast<std::uintptr_t>(block) - kHeapBase) / kArenaStride] = true;
  std::size_t before = slab->size;
  if (slab->kind == RunKind::slab) {
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(block) - slab->begin();
    const auto slot = static_cast<std::uint32_t>(offset / slab->slot_size);
    before = std::exchange(slab->size_of(slot), static_cast<std::uint16_t>(size));
    note_header(*slab, slot);
  } else {
    slab->size = size;
  }
  if (size < before) std::memset(static_cast<char*>(block) + size, 0, before - size);
  return true;
}

// The header of the run that the address lies in.  Most runs are one chunk long.
bool ManagedHeap::covers(const Slab* run, std::uintptr_t address) {
  const auto begin = reinterpret_cast<std::uintptr_t>(run);
  return run->is_header() && address >= begin && address < begin + run->chunks * kChunkSize;
}

[[gnu::always_inline]] inline const ManagedHeap::Slab* ManagedHeap::run_around(
    ThreadId thread, std::uintptr_t address) const {
  const Slab* const here = slab_at(thread, (address - arena_base(thread)) / kChunkSize);
  if (here->is_header()) return here;
  if (last_large_ != nullptr && covers(last_large_, address)) return last_large_;
  return search_run(thread, address);
}

[[gnu::noinline]] const ManagedHeap::Slab* ManagedHeap::search_run(ThreadId thread,
                                                                   std::uintptr_t address) const {
  const std::size_t chunk = (address - arena_base(thread)) / kChunkSize;
  for (std::size_t at = 0; at <= chunk;) {
    const Slab* const run = slab_at(thread, at);
    if (!run->is_header() || run->chunks == 0) return nullptr;
    if (covers(run, address)) return last_large_ = run;
    at += run->chunks;
  }
  return nullptr;
}

Placement ManagedHeap::locate(std::uintptr_t address) const {
  using Kind = Placement::Kind;
  const ThreadId thread = thread_id((address - kHeapBase) / kArenaStride);
  if (address - arena_base(thread) >= arenas_[index(thread)].top * kChunkSize) return {};
  const Slab* const run = run_around(thread, address);
  if (run == nullptr) return {};
  if (run->kind == RunKind::slab) {
    if (address < run->begin()) return {Kind::unusable};
    if (run->size_class >= kSizeClasses) return {};  // overwritten by the program
    const std::uint32_t slot =
        slot_at(static_cast<std::uint32_t>(address - run->begin()), run->size_class);
    if (slot >= run->slots) return {Kind::unusable};
    const std::uintptr_t block = run->begin() + std::uintptr_t{slot} * run->slot_size;
    if (run->is_free(slot)) return {Kind::freed, block};
    return {Kind::in_use, block, run->size_of(slot)};
  }
  if (run->kind == RunKind::never_used || address < run->block) return {Kind::unusable};
  if (run->kind == RunKind::free) return {Kind::freed, run->block};
  Slab* const header = slab_of(reinterpret_cast<void*>(run->block));
  const PageStates pages = header->pages();
  return {Kind::in_use, run->block, run->size, true, pages.is_mapping(), !pages.is_empty()};
}

void ManagedHeap::clear(std::uintptr_t begin, std::uintptr_t end) { zero_used(begin, end - begin); }

void ManagedHeap::for_each_block(
    ThreadId thread, const std::function<void(std::uintptr_t, std::size_t)>& visit) const {
  const Arena& arena = arenas_[index(thread)];
  for (std::size_t at = arena.sealed; at < arena.top;) {
    const Slab* const run = slab_at(thread, at);
    if (!run->is_header() || run->chunks == 0) return;  // overwritten by the program
    if (run->kind == RunKind::large) visit(run->block, run->size);
    for (std::uint32_t slot = 0; run->kind == RunKind::slab && slot < run->slots; ++slot) {
      if (run->is_free(slot)) continue;
      visit(run->begin() + std::uintptr_t{slot} * run->slot_size, run->size_of(slot));
    }
    at += run->chunks;
  }
}

void ManagedHeap::keep_clean(bool clean, bool at_once) {
  forget_freed();
  clears_at_once_ = at_once;
  if (clean && !clean_) {
    for (std::size_t i = 0; i < kMaxThreads; ++i) {
      const ThreadId thread = thread_id(i);
      const std::uint32_t used = arenas_[i].sealed;
      if (touched_[i] <= used) continue;
      let_go(arena_base(thread) + used * kChunkSize, (touched_[i] - used) * kChunkSize);
      touched_[i] = used;
    }
  }
  clean_ = clean;
}

void ManagedHeap::seal(ThreadId thread) {
  Arena& arena = arenas_[index(thread)];
  arena.sealed = arena.top;
  arena.partial.fill(0);
  arena.first.fill(0);
  arena.last.fill(0);
}

}  // namespace heddle::native
