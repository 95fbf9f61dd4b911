// mprotect, madvise, and the calls that get memory from the kernel beside mmap.
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "interpose/interpose.hpp"
#include "interpose/memory/heap_lock.hpp"
#include "interpose/memory/page_changes.hpp"
#include "interpose/watched_calls.hpp"

namespace heddle::native {
namespace {

bool has_state(std::uintptr_t begin, std::uintptr_t end, PageState state) {
  bool found = false;
  for_each_part(begin, end, [&](const Placement& at, std::uintptr_t from, std::uintptr_t to) {
    if (!at.is_large || !at.has_states) return;
    for (std::uintptr_t page = from; page < to && !found; page += kPage) {
      found = heap().page_state(reinterpret_cast<const void*>(at.block), page) == state;
    }
  });
  return found;
}

void protect(std::uintptr_t begin, std::uintptr_t end, int protection) {
  for_each_part(begin, end, [&](const Placement& at, std::uintptr_t from, std::uintptr_t to) {
    if (at.is_large) {
      set_pages(at, from, to, state_for(protection));
    } else if (state_for(protection) != PageState::usable) {
      // Blocks of several owners share such a page.
      runtime().memory_is_protected = true;
    }
  });
}

bool zeroes(int advice) { return advice == MADV_DONTNEED || advice == MADV_FREE; }

[[noreturn]] void refuse_break(const char* name) {
  char text[160];
  std::snprintf(text, sizeof text,
                "the program moves the end of its data segment (%s): Heddle cannot roll that back; "
                "use mmap or malloc",
                name);
  scheduler().refuse(text);
}

}  // namespace

HEDDLE_INTERPOSE int mprotect(void* address, std::size_t size, int protection) noexcept {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const std::uintptr_t end = begin + in_pages(size);
  const bool is_owned = !flags().in_engine && ManagedHeap::owns(address);
  if (!controlled()) {
    // Without a lookup: it is called before the C library is ready.
    const long result =
        raw_syscall(SYS_mprotect, static_cast<long>(begin), static_cast<long>(size), protection);
    if (result == 0 && is_owned) {
      const HeapLock lock;
      if ((protection & PROT_EXEC) != 0) runtime().has_own_code = true;
      protect(begin, end, protection);
    }
    return returned(result);
  }
  if (!is_owned || (protection & PROT_EXEC) != 0) {
    scheduler().refuse(
        "the program makes memory executable, or changes the protection of memory that it did not "
        "map (mprotect): Heddle cannot roll that back; test this part without it");
  }
  if (begin % kPage != 0) return returned(-EINVAL);
  if (has_state(begin, end, PageState::unmapped)) return returned(-ENOMEM);
  // Accesses behave differently before and after: those that write if the pages become read-only,
  // and all if they become or were inaccessible.
  const PageState state = state_for(protection);
  const bool was_closed = has_state(begin, end, PageState::no_access);
  const bool is_closed = state == PageState::no_access;
  const PageChange change = is_closed || (state == PageState::read_only && !was_closed)
                                ? PageChange::takes
                                : PageChange::gives;
  if (size > 0 && size <= kMostWatched) {
    HEDDLE_WATCH(arguments(size, static_cast<std::uint64_t>(protection)),
                 changing_pages(address, end - begin, is_closed || was_closed, change));
  } else {
    events::gives_up(begin, end - begin);
  }
  protect(begin, end, protection);
  step_accesses().forget_all();
  return cleanly(0);
}

// Advice is not taken, except that which changes what the memory holds.
HEDDLE_INTERPOSE int madvise(void* address, std::size_t size, int advice) noexcept {
  if (!controlled() || !ManagedHeap::owns(address)) {
    // Without a lookup: stacks are cleaned with it.
    return returned(
        raw_syscall(SYS_madvise, reinterpret_cast<long>(address), static_cast<long>(size), advice));
  }
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const std::uintptr_t end = begin + in_pages(size);
  if (begin % kPage != 0) return returned(-EINVAL);
  if (!zeroes(advice) || size == 0) return 0;
  if (has_state(begin, end, PageState::unmapped)) return returned(-ENOMEM);
  for_each_part(begin, end, [](const Placement& at, std::uintptr_t, std::uintptr_t) {
    if (at.is_large && heap().is_of_file(reinterpret_cast<const void*>(at.block))) {
      scheduler().refuse(
          "the program discards changes to a mapped file (madvise): Heddle does not support that; "
          "map the file again");
    }
  });
  if (size <= kMostWatched) {
    HEDDLE_WATCH(arguments(size), changing_pages(address, end - begin, true, PageChange::takes));
  } else {
    events::gives_up(begin, end - begin);
  }
  heap().clear(begin, end);
  return cleanly(0);
}

HEDDLE_INTERPOSE int brk(void* end) noexcept {
  if (controlled()) refuse_break("brk");
  if (!flags().in_engine) runtime().has_lasting_memory = true;
  return call_real<int>("brk", end);
}

HEDDLE_INTERPOSE void* sbrk(std::intptr_t size) noexcept {
  if (size != 0 && controlled()) refuse_break("sbrk");
  if (size != 0 && !flags().in_engine) runtime().has_lasting_memory = true;
  return call_real<void*>("sbrk", size);
}

HEDDLE_INTERPOSE void* shmat(int segment, const void* address, int flags) noexcept {
  if (controlled()) {
    scheduler().refuse(
        "the program calls shmat: this memory is shared between processes, which Heddle does not "
        "control; run this part without Heddle");
  }
  if (!native::flags().in_engine) runtime().has_lasting_memory = true;
  return call_real<void*>("shmat", segment, address, flags);
}

}  // namespace heddle::native
