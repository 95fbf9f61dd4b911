// mmap and its relatives.  Memory that only this process sees comes from the program's heap: its
// address and its content are rolled back with it.  So does the content of a file that is only
// read.
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstring>

#include "interpose/interpose.hpp"
#include "interpose/watched_calls.hpp"
#include "monitors/events.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kPage = 4096;

constexpr std::size_t in_pages(std::size_t size) { return (size + kPage - 1) & ~(kPage - 1); }

// As the C library returns the result of a system call.
int returned(long result) {
  if (result == 0) return 0;
  errno = static_cast<int>(-result);
  return -1;
}

// Only whole mappings are given back; one that is cut stays readable as a whole.
void unmap(void* address, std::size_t size) {
  const Placement at = heap().locate(reinterpret_cast<std::uintptr_t>(address));
  if (at.kind != Placement::Kind::in_use) return;
  if (at.block != reinterpret_cast<std::uintptr_t>(address) || in_pages(size) < at.size) {
    runtime().memory_is_protected = true;
    return;
  }
  events::frees(address);
  if (heap().free(address) == FreeResult::done) events::freed(address);
}

void* map_pages(std::size_t size) {
  void* const block = size == 0 ? nullptr : heap().allocate(world().current, in_pages(size), kPage);
  if (block == nullptr) {
    errno = size == 0 ? EINVAL : ENOMEM;
    return MAP_FAILED;
  }
  events::allocated(block, world().current);
  return block;
}

void* mapped(std::size_t size, int protection, int flags, int file, off_t offset) {
  const bool is_anonymous = (flags & MAP_ANONYMOUS) != 0;
  const bool is_written_back =
      !is_anonymous && (flags & MAP_SHARED) != 0 && (protection & PROT_WRITE) != 0;
  if ((flags & (MAP_FIXED | MAP_GROWSDOWN)) != 0 || (protection & PROT_EXEC) != 0 ||
      is_written_back) {
    scheduler().refuse(
        "the program maps memory at a fixed address, as executable or as a shared file (mmap): "
        "Heddle cannot roll that back; use an anonymous private mapping");
  }
  void* const block = map_pages(size);
  if (block == MAP_FAILED || is_anonymous) return block;
  for (std::size_t done = 0; done < size;) {
    const ssize_t part = ::pread(file, static_cast<char*>(block) + done, size - done,
                                 offset + static_cast<off_t>(done));
    if (part < 0) {
      unmap(block, size);
      return MAP_FAILED;
    }
    if (part == 0) break;
    done += static_cast<std::size_t>(part);
  }
  return block;
}

// A mapping never grows in place.  A shrunk one keeps its address; its end stays readable.
void* remapped(void* old, std::size_t old_size, std::size_t size, int flags) {
  if ((flags & ~MREMAP_MAYMOVE) != 0 || old_size == 0) {
    scheduler().refuse(
        "the program moves a mapping to a fixed address or keeps the old one (mremap): Heddle "
        "cannot roll that back; use MREMAP_MAYMOVE alone");
  }
  const Placement at = heap().locate(reinterpret_cast<std::uintptr_t>(old));
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(old) + in_pages(old_size);
  if (at.kind != Placement::Kind::in_use || end > at.block + at.size) {
    errno = EFAULT;
    return MAP_FAILED;
  }
  if (size != 0 && in_pages(size) <= in_pages(old_size)) {
    if (in_pages(size) < in_pages(old_size)) runtime().memory_is_protected = true;
    return old;
  }
  if (size != 0 && (flags & MREMAP_MAYMOVE) == 0) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  void* const block = map_pages(size);
  if (block == MAP_FAILED) return block;
  std::memcpy(block, old, in_pages(old_size));
  unmap(old, old_size);
  return block;
}

}  // namespace

HEDDLE_INTERPOSE void* mmap(void* address, std::size_t size, int protection, int flags, int file,
                            off_t offset) noexcept {
  if (controlled()) return mapped(size, protection, flags, file, offset);
  return call_real<void*>("mmap", address, size, protection, flags, file, offset);
}

HEDDLE_INTERPOSE void* mmap64(void* address, std::size_t size, int protection, int flags, int file,
                              off64_t offset) noexcept {
  return ::mmap(address, size, protection, flags, file, offset);
}

HEDDLE_INTERPOSE int munmap(void* address, std::size_t size) noexcept {
  if (!controlled() || !ManagedHeap::owns(address)) {
    return call_real<int>("munmap", address, size);
  }
  unmap(address, size);
  return 0;
}

HEDDLE_INTERPOSE void* mremap(void* old, std::size_t old_size, std::size_t size, int flags,
                              ...) noexcept {
  if (controlled() && ManagedHeap::owns(old)) return remapped(old, old_size, size, flags);
  std::va_list more;
  va_start(more, flags);
  void* const target = (flags & MREMAP_FIXED) != 0 ? va_arg(more, void*) : nullptr;
  va_end(more);
  return call_real<void*>("mremap", old, old_size, size, flags, target);
}

// The program's heap stays readable and writable: otherwise Heddle could not roll it back.
HEDDLE_INTERPOSE int mprotect(void* address, std::size_t size, int protection) noexcept {
  if (!controlled()) {
    return returned(raw_syscall(SYS_mprotect, reinterpret_cast<long>(address),
                                static_cast<long>(size), protection));
  }
  if (!ManagedHeap::owns(address) || (protection & PROT_EXEC) != 0) {
    scheduler().refuse(
        "the program makes memory executable, or changes the protection of memory that it did not "
        "map (mprotect): Heddle cannot roll that back; test this part without it");
  }
  if ((protection & PROT_WRITE) == 0) runtime().memory_is_protected = true;
  return 0;
}

// Advice is not taken, except that which changes what the memory holds.
HEDDLE_INTERPOSE int madvise(void* address, std::size_t size, int advice) noexcept {
  if (!controlled() || !ManagedHeap::owns(address)) {
    // Without a lookup: stacks are cleaned with it.
    return returned(
        raw_syscall(SYS_madvise, reinterpret_cast<long>(address), static_cast<long>(size), advice));
  }
  if (advice != MADV_DONTNEED) return 0;
  HEDDLE_WATCH(arguments(size), writing(address, size));
  std::memset(address, 0, size);
  return cleanly(0);
}

}  // namespace heddle::native
