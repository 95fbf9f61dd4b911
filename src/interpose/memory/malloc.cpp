// The malloc family.  The program's blocks come from the managed heap, the engine's from the C
// library's own.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "interpose/interpose.hpp"
#include "interpose/memory/heap_lock.hpp"
#include "monitors/events.hpp"
#include "runtime/cpp_runtime.hpp"
#include "runtime/engine_thread.hpp"
#include "runtime/memory_layout.hpp"
#include "runtime/memory_regions.hpp"

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);
}

namespace heddle::native {
namespace {

void* allocate(std::size_t size, std::size_t alignment) {
  const HeapLock lock;
  const ThreadId thread = flags().exploring ? world().current : kMainThread;
  void* const block = heap().allocate(thread, size, alignment);
  if (block == nullptr) {
    errno = ENOMEM;
    return nullptr;
  }
  if (controlled()) events::allocated(block, thread);
  return block;
}

const char* sentence_for(FreeResult result) {
  switch (result) {
    case FreeResult::freed_twice:
      return "a heap block was freed twice";
    case FreeResult::overrun:
      return "the program wrote past the end of a heap block that is now freed";
    default:
      return "free was called with a pointer that was not returned by malloc";
  }
}

// Returns whether the pointer is to a stack or to a variable, so no allocator returned it.
bool is_no_block(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (address >= kWorldBase && address < kHeapEnd) return true;
  const EngineThread engine;
  const std::vector<MemoryRegion> data = writable_data();
  return std::any_of(data.begin(), data.end(), [address](const MemoryRegion& region) {
    return address >= region.begin && address < region.end;
  });
}

// Fails if the block, which is not of the heap, cannot be the C library's either.
void check_foreign(const void* block) {
  if (!controlled() || !is_no_block(block)) return;
  scheduler().fail(FailureKind::memory, sentence_for(FreeResult::not_a_block),
                   reinterpret_cast<std::uintptr_t>(block));
}

// REQUIRES: events::frees was called for the block.
void give_back(void* block) {
  FreeResult result;
  {
    const HeapLock lock;
    result = heap().free(block);
  }
  if (!controlled()) return;
  if (result == FreeResult::done) return events::freed(block);
  scheduler().fail(FailureKind::memory, sentence_for(result),
                   reinterpret_cast<std::uintptr_t>(block));
}

void release(void* block) {
  if (controlled()) events::frees(block);
  give_back(block);
}

bool is_power_of_two(std::size_t value) { return value != 0 && (value & (value - 1)) == 0; }

}  // namespace

HEDDLE_INTERPOSE void* malloc(std::size_t size) noexcept {
  if (flags().in_engine) return __libc_malloc(size);
  void* const block = allocate(size, 16);
  if (controlled() && flags().race_watch != RaceWatch::off && makes_exception(HEDDLE_CALLER)) {
    events::allocated_exception(block);
  }
  return block;
}

HEDDLE_INTERPOSE void* calloc(std::size_t count, std::size_t size) noexcept {
  if (flags().in_engine) return __libc_calloc(count, size);
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return allocate(bytes, 16);  // zeroed, as every block is
}

HEDDLE_INTERPOSE void free(void* block) noexcept {
  if (block == nullptr) return;
  if (ManagedHeap::owns(block)) return release(block);
  check_foreign(block);
  __libc_free(block);
}

// The program names the size that it asked for (C23).
HEDDLE_INTERPOSE void free_sized(void* block, std::size_t) noexcept { free(block); }

HEDDLE_INTERPOSE void free_aligned_sized(void* block, std::size_t, std::size_t) noexcept {
  free(block);
}

HEDDLE_INTERPOSE void* realloc(void* block, std::size_t size) noexcept {
  if (block == nullptr) return malloc(size);
  if (!ManagedHeap::owns(block)) {
    check_foreign(block);
    return __libc_realloc(block, size);
  }
  if (size == 0) {
    release(block);
    return nullptr;
  }
  const Placement at = heap().locate(reinterpret_cast<std::uintptr_t>(block));
  if (at.kind != Placement::Kind::in_use || at.block != reinterpret_cast<std::uintptr_t>(block)) {
    release(block);  // which says what is wrong
    return nullptr;
  }
  // The old block ends in any case, also if the new one has its address.
  if (controlled()) events::frees(block);
  if (heap().resize(block, size)) {
    if (controlled()) events::resized(block);
    return block;
  }
  void* const moved = allocate(size, 16);
  if (moved == nullptr) return nullptr;
  std::memcpy(moved, block, std::min(size, at.size));
  give_back(block);
  return moved;
}

HEDDLE_INTERPOSE void* reallocarray(void* block, std::size_t count, std::size_t size) noexcept {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return realloc(block, bytes);
}

HEDDLE_INTERPOSE void* memalign(std::size_t alignment, std::size_t size) noexcept {
  if (!is_power_of_two(alignment)) {
    errno = EINVAL;
    return nullptr;
  }
  if (flags().in_engine) return __libc_memalign(alignment, size);
  return allocate(size, alignment < 16 ? 16 : alignment);
}

HEDDLE_INTERPOSE void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return memalign(alignment, size);
}

HEDDLE_INTERPOSE int posix_memalign(void** into, std::size_t alignment, std::size_t size) noexcept {
  if (!is_power_of_two(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  const int before = errno;
  void* const block = memalign(alignment, size);
  errno = before;
  if (block == nullptr) return ENOMEM;
  *into = block;
  return 0;
}

HEDDLE_INTERPOSE void* valloc(std::size_t size) noexcept { return memalign(4096, size); }

HEDDLE_INTERPOSE void* pvalloc(std::size_t size) noexcept {
  return memalign(4096, (size + 4095) & ~std::size_t{4095});
}

HEDDLE_INTERPOSE std::size_t malloc_usable_size(void* block) noexcept {
  if (block == nullptr) return 0;
  // The C library's own blocks keep their size in the word before them, with three flag bits.
  if (!ManagedHeap::owns(block)) {
    std::size_t word;
    std::memcpy(&word, static_cast<char*>(block) - sizeof word, sizeof word);
    return (word & ~std::size_t{7}) - sizeof word;
  }
  return heap().size_of(block);
}

}  // namespace heddle::native
