// mmap and munmap.  Memory that only this process sees comes from the program's heap: its address
// and its content are rolled back with it.  So does the content of a file that is only read.
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "interpose/interpose.hpp"
#include "monitors/events.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kPage = 4096;

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
  const std::size_t whole = (size + kPage - 1) & ~(kPage - 1);
  void* const block = size == 0 ? nullptr : heap().allocate(world().current, whole, kPage);
  if (block == nullptr) {
    errno = size == 0 ? EINVAL : ENOMEM;
    return MAP_FAILED;
  }
  if (is_anonymous) return block;
  for (std::size_t done = 0; done < size;) {
    const ssize_t part = ::pread(file, static_cast<char*>(block) + done, size - done,
                                 offset + static_cast<off_t>(done));
    if (part < 0) {
      heap().free(block);
      return MAP_FAILED;
    }
    if (part == 0) break;
    done += static_cast<std::size_t>(part);
  }
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

// Only whole mappings are given back; the rest of one that is cut stays readable.
HEDDLE_INTERPOSE int munmap(void* address, std::size_t size) noexcept {
  if (!controlled() || !ManagedHeap::owns(address)) {
    return call_real<int>("munmap", address, size);
  }
  // A block reaches to the end of its last chunk.
  const std::size_t whole = heap().size_of(address);
  if (size + kPage + kChunkSize > whole) {
    events::unmaps(reinterpret_cast<std::uintptr_t>(address), whole);
    heap().free(address);
  }
  return 0;
}

// Advice is not taken, except that which changes what the memory holds.
HEDDLE_INTERPOSE int madvise(void* address, std::size_t size, int advice) noexcept {
  if (!controlled() || !ManagedHeap::owns(address)) {
    // Without a lookup: stacks are cleaned with it.
    const long result =
        raw_syscall(SYS_madvise, reinterpret_cast<long>(address), static_cast<long>(size), advice);
    if (result == 0) return 0;
    errno = static_cast<int>(-result);
    return -1;
  }
  if (advice == MADV_DONTNEED) std::memset(address, 0, size);
  return 0;
}

}  // namespace heddle::native
