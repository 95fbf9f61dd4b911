// mmap and its relatives.  Memory that only this process sees comes from the program's heap: its
// address and its content are rolled back with it.  So does the content of a file that is only
// read.  This holds also before the exploration: what a constructor maps is part of the initial
// state.
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "interpose/interpose.hpp"
#include "interpose/memory/heap_lock.hpp"
#include "interpose/memory/page_changes.hpp"
#include "interpose/watched_calls.hpp"
#include "monitors/events.hpp"
#include "runtime/library_state.hpp"

namespace heddle::native {
namespace {

struct Request {
  void* address = nullptr;
  std::size_t size = 0;
  int protection = 0;
  int flags = 0;
  int file = -1;
  off_t offset = 0;

  bool has(int flag) const { return (flags & flag) != 0; }
  bool is_anonymous() const { return has(MAP_ANONYMOUS); }
  bool is_shared() const { return has(MAP_SHARED); }
  bool is_fixed() const { return has(MAP_FIXED | MAP_FIXED_NOREPLACE); }
  std::uintptr_t begin() const { return reinterpret_cast<std::uintptr_t>(address); }
  std::uintptr_t end() const { return begin() + in_pages(size); }
};

void* failed(int number) {
  errno = number;
  return MAP_FAILED;
}

// Without a lookup, which could allocate.
void* map_really(const Request& request) {
  const long result = raw_syscall(SYS_mmap, static_cast<long>(request.begin()),
                                  static_cast<long>(request.size), request.protection,
                                  request.flags, request.file, static_cast<long>(request.offset));
  if (result < 0 && result > -4096) return failed(static_cast<int>(-result));
  return reinterpret_cast<void*>(result);
}

// Maps memory that no execution restores.  The result names it.
void* map_outside(const Request& request) {
  void* const memory = map_really(request);
  if (memory != MAP_FAILED) runtime().has_lasting_memory = true;
  return memory;
}

const char* reason_against(const Request& request) {
  if ((request.protection & PROT_EXEC) != 0) return "as executable";
  if (request.has(MAP_GROWSDOWN)) return "as a stack that grows (MAP_GROWSDOWN)";
#ifdef MAP_32BIT
  if (request.has(MAP_32BIT)) return "at low addresses (MAP_32BIT)";
#endif
  if (!request.is_anonymous() && request.is_shared() && (request.protection & PROT_WRITE) != 0) {
    return "as a shared file";
  }
  return nullptr;
}

[[noreturn]] void refuse_mapping(const char* reason) {
  char text[200];
  std::snprintf(text, sizeof text,
                "the program maps memory %s (mmap): Heddle cannot roll that back; use an anonymous "
                "private mapping",
                reason);
  scheduler().refuse(text);
}

int error_in(const Request& request) {
  if (request.size == 0 || (request.flags & MAP_TYPE) == 0) return EINVAL;
  if (request.offset % static_cast<off_t>(kPage) != 0) return EINVAL;
  if (request.is_fixed() && request.begin() % kPage != 0) return EINVAL;
  if (in_pages(request.size) < request.size) return ENOMEM;
  return 0;
}

// Takes pages out of a mapping; the last ones free it.
void unmap_part(const Placement& at, std::uintptr_t begin, std::uintptr_t end) {
  auto* const block = reinterpret_cast<void*>(at.block);
  const bool is_whole = begin == at.block && end >= at.block + at.size;
  if (!is_whole) {
    if (controlled()) events::gives_up(begin, end - begin);
    clear_pages(begin, end);
    set_pages(at, begin, end, PageState::unmapped);
    enforce(begin, end, PROT_NONE);
    if (!heap().is_unmapped(block)) return;
  }
  enforce(at.block, at.block + in_pages(at.size), PROT_READ | PROT_WRITE);
  if (controlled()) events::frees(block);
  if (heap().free(block) == FreeResult::done && controlled()) events::freed(block);
}

void unmap(std::uintptr_t begin, std::uintptr_t end) {
  for_each_part(begin, end, [](const Placement& at, std::uintptr_t from, std::uintptr_t to) {
    if (at.is_mapping) return unmap_part(at, from, to);
    if (controlled()) {
      scheduler().refuse(
          "the program unmaps memory that it allocated in another way than by mmap (munmap): "
          "Heddle cannot do that; free it");
    }
    runtime().memory_is_protected = true;
  });
}

// Reads the file into the mapping.  Pages behind its end are mapped and may not be accessed.
bool load_file(const Request& request, const Placement& at, std::uintptr_t begin) {
  for (std::size_t done = 0; done < request.size;) {
    const ssize_t part = ::pread(request.file, reinterpret_cast<char*>(begin) + done,
                                 request.size - done, request.offset + static_cast<off_t>(done));
    if (part < 0) return false;
    if (part == 0) {
      const std::uintptr_t last = begin + in_pages(done);
      const std::uintptr_t end = begin + in_pages(request.size);
      if (last < end) set_pages(at, last, end, PageState::beyond_file);
      return true;
    }
    done += static_cast<std::size_t>(part);
  }
  return true;
}

// Fills the pages of a mapping and protects them.
bool fill_mapping(const Request& request, const Placement& at, std::uintptr_t begin) {
  const std::uintptr_t end = begin + in_pages(request.size);
  set_pages(at, begin, end, state_for(request.protection));
  if (!request.is_anonymous() && !load_file(request, at, begin)) return false;
  if (state_for(request.protection) != PageState::usable) enforce(begin, end, request.protection);
  return true;
}

// Returns whether mapping pages again is a scheduling point.  MAP_FIXED_NOREPLACE takes no pages
// that another thread may use.
bool replaces_in_a_point(const Request& request) {
  return request.size <= kMostWatched && !request.has(MAP_FIXED_NOREPLACE);
}

// Maps pages again that belong to an earlier mapping.
void* map_again(const Request& request, const Placement& at) {
  if (request.has(MAP_FIXED_NOREPLACE)) {
    for (std::uintptr_t page = request.begin(); page < request.end(); page += kPage) {
      const void* const block = reinterpret_cast<const void*>(at.block);
      if (heap().page_state(block, page) != PageState::unmapped) return failed(EEXIST);
    }
  }
  if (controlled() && !replaces_in_a_point(request)) {
    events::gives_up(request.begin(), request.end() - request.begin());
  }
  clear_pages(request.begin(), request.end());
  if (!request.is_anonymous()) heap().make_mapping(reinterpret_cast<void*>(at.block), true);
  return fill_mapping(request, at, request.begin()) ? request.address : MAP_FAILED;
}

// Returns memory of the heap; null if there is too little.
void* new_pages(std::size_t size, bool has_file) {
  const ThreadId thread = flags().exploring ? world().current : kMainThread;
  void* const block = heap().allocate(thread, in_pages(size), kPage);
  if (block == nullptr) return nullptr;
  heap().make_mapping(block, has_file);
  if (controlled()) events::allocated(block, thread);
  return block;
}

// Returns whether the kernel would map so much memory.
bool would_be_mapped(const Request& request) {
  const long memory =
      raw_syscall(SYS_mmap, 0, static_cast<long>(request.size), request.protection,
                  MAP_PRIVATE | MAP_ANONYMOUS | (request.flags & MAP_NORESERVE), -1, 0);
  if (memory < 0 && memory > -4096) return false;
  raw_syscall(SYS_munmap, memory, static_cast<long>(request.size));
  return true;
}

void* map_new(const Request& request) {
  void* const block = new_pages(request.size, !request.is_anonymous());
  if (block == nullptr) {
    if (!flags().exploring) return map_outside(request);
    if (!would_be_mapped(request)) return failed(ENOMEM);
    scheduler().refuse(
        "the program maps more memory than Heddle has room for, 16 GiB for all mappings of a "
        "thread (mmap): map less when the program is tested");
  }
  const auto begin = reinterpret_cast<std::uintptr_t>(block);
  if (fill_mapping(request, heap().locate(begin), begin)) return block;
  const int error = errno;
  unmap(begin, begin + in_pages(request.size));
  return failed(error);
}

// Returns the earlier mapping that the request lies in.
Placement mapping_below(const Request& request) {
  if (!request.is_fixed() || !ManagedHeap::owns(request.address)) return {};
  const Placement at = heap().locate(request.begin());
  const bool is_inside = at.is_mapping && request.end() <= at.block + in_pages(at.size);
  return is_inside ? at : Placement{};
}

void* mapped(const Request& request) {
  if (const int error = error_in(request)) return failed(error);
  const Placement at = mapping_below(request);
  const bool is_known = at.is_mapping;
  const char* reason = reason_against(request);
  if (reason == nullptr && request.is_fixed() && !is_known) reason = "at a fixed address";
  if (reason != nullptr && controlled()) refuse_mapping(reason);
  if (reason != nullptr) return map_outside(request);
  return is_known ? map_again(request, at) : map_new(request);
}

// Returns whether the heap provides the mapping.  A process that runs natively may share memory
// with its children.
bool is_provided(const Request& request) {
  return is_of_program() || (!flags().in_engine && !request.is_shared());
}

// Processes that fork makes later would share it.
void note_shared_memory() {
  map_world();
  prepare_library_state();
  library_state().shares_memory = true;
}

[[gnu::always_inline]] inline void* map(const Request& request) {
  if (controlled() && error_in(request) == 0 && replaces_in_a_point(request) &&
      mapping_below(request).is_mapping) {
    const auto protection = static_cast<std::uint64_t>(request.protection);
    HEDDLE_WATCH(arguments(request.size, protection),
                 changing_pages(request.address, in_pages(request.size), true, PageChange::takes));
  }
  if (is_provided(request)) {
    const HeapLock lock;
    if (request.is_shared()) note_shared_memory();
    return mapped(request);
  }
  if (!flags().in_engine && (request.protection & PROT_WRITE) != 0) return map_outside(request);
  return map_really(request);
}

struct Remap {
  std::uintptr_t old = 0;
  std::size_t old_size = 0;
  std::size_t size = 0;
  int flags = 0;
};

// A mapping never grows in place.
void* remapped(const Remap& how) {
  if ((how.flags & ~MREMAP_MAYMOVE) != 0 || how.old_size == 0) {
    if (!controlled()) return failed(EINVAL);
    scheduler().refuse(
        "the program moves a mapping to a fixed address or keeps the old one (mremap): Heddle "
        "cannot roll that back; use MREMAP_MAYMOVE alone");
  }
  if (how.old % kPage != 0 || how.size == 0) return failed(EINVAL);
  const Placement at = heap().locate(how.old);
  const std::size_t before = in_pages(how.old_size);
  const std::size_t after = in_pages(how.size);
  if (!at.is_mapping || how.old + before > at.block + in_pages(at.size)) return failed(EFAULT);
  const void* const block = reinterpret_cast<const void*>(at.block);
  for (std::uintptr_t page = how.old; page < how.old + before; page += kPage) {
    if (heap().page_state(block, page) == PageState::unmapped) return failed(EFAULT);
  }
  auto* const old = reinterpret_cast<char*>(how.old);
  if (after < before) unmap(how.old + after, how.old + before);
  if (after <= before) return old;
  if ((how.flags & MREMAP_MAYMOVE) == 0) return failed(ENOMEM);
  auto* const moved = static_cast<char*>(new_pages(how.size, heap().is_of_file(block)));
  if (moved == nullptr) return failed(ENOMEM);
  const auto begin = reinterpret_cast<std::uintptr_t>(moved);
  const Placement target = heap().locate(begin);
  enforce(how.old, how.old + before, PROT_READ | PROT_WRITE);
  std::memcpy(moved, old, before);
  for (std::size_t page = 0; page < before; page += kPage) {
    const PageState state = heap().page_state(block, how.old + page);
    if (state == PageState::usable) continue;
    set_pages(target, begin + page, begin + page + kPage, state);
    enforce(begin + page, begin + page + kPage,
            state == PageState::read_only ? PROT_READ : PROT_NONE);
  }
  unmap(how.old, how.old + before);
  return moved;
}

}  // namespace

HEDDLE_INTERPOSE void* mmap(void* address, std::size_t size, int protection, int flags, int file,
                            off_t offset) noexcept {
  return map({address, size, protection, flags, file, offset});
}

HEDDLE_INTERPOSE void* mmap64(void* address, std::size_t size, int protection, int flags, int file,
                              off64_t offset) noexcept {
  return map({address, size, protection, flags, file, offset});
}

HEDDLE_INTERPOSE int munmap(void* address, std::size_t size) noexcept {
  if (flags().in_engine) return call_real<int>("munmap", address, size);
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  if (!ManagedHeap::owns(address)) {
    if (controlled()) {
      scheduler().refuse(
          "the program unmaps memory that Heddle did not map (munmap): it cannot roll that back; "
          "test this part without it");
    }
    return call_real<int>("munmap", address, size);
  }
  if (begin % kPage != 0 || size == 0) return returned(-EINVAL);
  const HeapLock lock;
  unmap(begin, begin + in_pages(size));
  return 0;
}

HEDDLE_INTERPOSE void* mremap(void* old, std::size_t old_size, std::size_t size, int flags,
                              ...) noexcept {
  if (!native::flags().in_engine && ManagedHeap::owns(old)) {
    const HeapLock lock;
    if (controlled()) note_change(MemoryChange::some);
    return remapped({reinterpret_cast<std::uintptr_t>(old), old_size, size, flags});
  }
  std::va_list more;
  va_start(more, flags);
  void* const target = (flags & MREMAP_FIXED) != 0 ? va_arg(more, void*) : nullptr;
  va_end(more);
  return call_real<void*>("mremap", old, old_size, size, flags, target);
}

}  // namespace heddle::native
