// The states of the pages of large blocks, which lie in their headers.
#include <cstddef>
#include <cstdint>
#include <functional>

#include "runtime/heap/managed_heap.hpp"
#include "runtime/heap/slab.hpp"

namespace heddle::native {

void ManagedHeap::note_change_of(const Slab& slab) {
  changed_[(reinterpret_cast<std::uintptr_t>(&slab) - kHeapBase) / kArenaStride] = true;
  note(reinterpret_cast<std::uintptr_t>(&slab), kHeaderSize, false);
}

void ManagedHeap::make_mapping(const void* block, bool has_file) {
  Slab* const slab = slab_of(block);
  slab->pages().make_mapping(has_file);
  note_change_of(*slab);
}

bool ManagedHeap::is_of_file(const void* mapping) const {
  return slab_of(mapping)->pages().has_file();
}

PageState ManagedHeap::page_state(const void* block, std::uintptr_t address) const {
  Slab* const slab = slab_of(block);
  return slab->pages().of(slab->page_of(address));
}

bool ManagedHeap::set_page_state(const void* block, std::uintptr_t begin, std::uintptr_t end,
                                 PageState state) {
  Slab* const slab = slab_of(block);
  const std::size_t last = slab->page_of(end + kMappedPage - 1);
  if (!slab->pages().set(slab->page_of(begin), last, state)) return false;
  note_change_of(*slab);
  return true;
}

bool ManagedHeap::is_unmapped(const void* mapping) const {
  Slab* const slab = slab_of(mapping);
  return slab->pages().are_unmapped((slab->size + kMappedPage - 1) / kMappedPage);
}

void ManagedHeap::for_each_unusable(
    ThreadId thread, const std::function<void(std::uintptr_t, std::uintptr_t)>& visit) const {
  for (std::size_t at = 0; at < arenas_[index(thread)].top;) {
    const Slab* const run = slab_at(thread, at);
    if (!run->is_header() || run->chunks == 0) return;
    if (run->kind == RunKind::large) {
      Slab* const header = slab_of(reinterpret_cast<void*>(run->block));
      const std::uintptr_t first = header->first_page();
      header->pages().for_each_run([&](std::size_t begin, std::size_t end) {
        visit(first + begin * kMappedPage, first + end * kMappedPage);
      });
    }
    at += run->chunks;
  }
}

}  // namespace heddle::native
