// Reads of the kernel into the program's memory: it fails on write-protected pages instead of
// faulting, so the buffer is touched first.
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "native/interpose/interpose.hpp"
#include "native/snapshot/dirty_pages.hpp"

namespace heddle::native {

HEDDLE_INTERPOSE ssize_t read(int descriptor, void* buffer, std::size_t size) {
  if (controlled()) dirty_pages().touch(buffer, size);
  return real().read(descriptor, buffer, size);
}

}  // namespace heddle::native
