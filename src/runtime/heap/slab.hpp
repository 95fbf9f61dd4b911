// The headers of the heap's runs of chunks.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/heap/managed_heap.hpp"
#include "runtime/heap/page_states.hpp"

namespace heddle::native {

enum class RunKind : std::uint32_t { never_used = 0, slab, large, free };

inline constexpr std::size_t kBitmapWords = PageStates::kWords;
inline constexpr std::size_t kHeaderSize = 192;

// The header of each run of chunks.  A slab is one chunk of equal slots; a large run is one block.
struct ManagedHeap::Slab {
  RunKind kind;
  std::uint32_t chunks;                  // length of the run
  std::uint32_t slot_size;               // slab: bytes per slot
  std::uint32_t slots;                   // slab: how many
  std::uint32_t size_class;              // slab
  std::uint32_t next;                    // slab: the next one of its class, as index + 1
  std::uint32_t free_slots;              // slab
  std::uint32_t first_word;              // slab: no bit is set in the words before this one
  std::size_t block;                     // large: address of the block
  std::size_t block_size;                // large: to the end of the run
  std::size_t size;                      // large: as asked for
  std::uint64_t signature;               // distinguishes a header from contents of program blocks
  std::uint64_t free_map[kBitmapWords];  // slab; large: the states of its pages

  // large
  PageStates pages() { return PageStates(free_map); }
  std::uintptr_t first_page() const { return block & ~(kMappedPage - 1); }
  std::size_t page_of(std::uintptr_t address) const {
    return (address - first_page()) / kMappedPage;
  }

  std::uint64_t expected_signature() const {
    return (reinterpret_cast<std::uintptr_t>(this) ^ 0x6865'6464'6c65'2121ULL) *
           0x9e3779b97f4a7c15ULL;
  }
  bool is_header() const { return signature == expected_signature(); }

  // slab: of the slots.
  std::uintptr_t begin() const {
    return reinterpret_cast<std::uintptr_t>(this) + kHeaderSize + sizes_bytes(slots);
  }
  bool is_free(std::uint32_t slot) const { return (free_map[slot / 64] >> (slot % 64) & 1) != 0; }
  // slab: the requested sizes, before the slots.
  std::uint16_t& size_of(std::uint32_t slot) const {
    return reinterpret_cast<std::uint16_t*>(reinterpret_cast<std::uintptr_t>(this) +
                                            kHeaderSize)[slot];
  }
  static std::size_t sizes_bytes(std::size_t slots) {
    return (slots * sizeof(std::uint16_t) + 63) & ~std::size_t{63};
  }
  // How many slots of that size have room in a chunk.
  static std::uint32_t slots_of(std::size_t bytes) {
    std::size_t slots = (kChunkSize - kHeaderSize) / (bytes + sizeof(std::uint16_t));
    while (kHeaderSize + sizes_bytes(slots) + slots * bytes > kChunkSize) --slots;
    return static_cast<std::uint32_t>(slots);
  }
};

inline ManagedHeap::Slab* ManagedHeap::slab_at(ThreadId thread, std::size_t chunk) {
  return reinterpret_cast<Slab*>(arena_base(thread) + chunk * kChunkSize);
}

// Returns the header of a block.  A block that starts on a chunk boundary belongs to the chunk
// before it, which holds its header.
inline ManagedHeap::Slab* ManagedHeap::slab_of(const void* block) {
  return reinterpret_cast<Slab*>((reinterpret_cast<std::uintptr_t>(block) - 1) & ~(kChunkSize - 1));
}

}  // namespace heddle::native
