// Changes of pages in the program's heap: their protection, their contents, their end.
#pragma once

#include <sys/mman.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "interpose/interpose.hpp"
#include "monitors/events.hpp"
#include "runtime/protect_memory.hpp"

namespace heddle::native {

inline constexpr std::size_t kPage = kMappedPage;

// A change of more memory is no scheduling point: to look at all of it would take long.
inline constexpr std::size_t kMostWatched = std::size_t{1} << 20;

constexpr std::size_t in_pages(std::size_t size) { return (size + kPage - 1) & ~(kPage - 1); }

// As the C library returns the result of a system call.
inline int returned(long result) {
  if (result == 0) return 0;
  errno = static_cast<int>(-result);
  return -1;
}

inline PageState state_for(int protection) {
  if ((protection & PROT_WRITE) != 0) return PageState::usable;
  return (protection & (PROT_READ | PROT_EXEC)) != 0 ? PageState::read_only : PageState::no_access;
}

// Outside an exploration the kernel enforces the protection.  Inside one the runtime does, because
// it restores the pages (monitors/memory_check.hpp).
inline void enforce(std::uintptr_t begin, std::uintptr_t end, int protection) {
  if (!flags().exploring) protect_memory(begin, end - begin, protection);
}

// Sets the state of pages of one large block.  A block with too many different pages has a note in
// the result instead.
inline void set_pages(const Placement& at, std::uintptr_t begin, std::uintptr_t end,
                      PageState state) {
  const void* const block = reinterpret_cast<const void*>(at.block);
  if (!heap().set_page_state(block, begin, end, state)) runtime().memory_is_protected = true;
}

// Zeroes pages that the program gives up, whatever their protection is.
inline void clear_pages(std::uintptr_t begin, std::uintptr_t end) {
  enforce(begin, end, PROT_READ | PROT_WRITE);
  heap().clear(begin, end);
}

// Calls act(placement, begin, end) for the parts of a range that belong to different blocks in use,
// and skips the rest.
template <typename Act>
void for_each_part(std::uintptr_t begin, std::uintptr_t end, Act act) {
  for (std::uintptr_t at = begin; at < end;) {
    const Placement part = heap().locate(at);
    if (part.kind == Placement::Kind::unknown) return;
    const std::uintptr_t last = part.block + (part.is_large ? in_pages(part.size) : part.size);
    if (part.kind != Placement::Kind::in_use || at >= last) {
      at += kPage;
      continue;
    }
    const std::uintptr_t stop = last < end ? last : end;
    act(part, at, stop);
    at = stop;
  }
}

}  // namespace heddle::native
