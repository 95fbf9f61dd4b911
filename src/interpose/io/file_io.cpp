// Interposes read and write calls.  A call that would block is a scheduling point, see
// descriptor_wait.hpp, and so is every use of a file, see file_use.hpp.  The kernel fails on
// write-protected pages instead of faulting, so the memory that it writes is touched first.
#include <limits.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "interpose/interpose.hpp"
#include "interpose/io/file_use.hpp"
#include "runtime/descriptor_wait.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/number_of.hpp"
#include "runtime/signals.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

// Returns whether the descriptor is for output: printed data is captured elsewhere, and no thread
// can read it back.
bool is_output(int descriptor) {
  return descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO;
}

bool is_pipe(int descriptor) {
  struct stat facts {};
  return ::fstat(descriptor, &facts) == 0 && S_ISFIFO(facts.st_mode);
}

void touch_all(const iovec* parts, int count) {
  for (int i = 0; i < count; ++i) dirty_pages().touch(parts[i].iov_base, parts[i].iov_len);
}

// Writes in parts: a pipe with some room may not have enough for all bytes.
ssize_t write_to_pipe(int descriptor, const char* from, std::size_t size, Site site) {
  std::size_t written = 0;
  do {
    wait_for_descriptor(descriptor, POLLOUT, site);
    const std::size_t wanted = std::min<std::size_t>(size - written, PIPE_BUF);
    note_written(descriptor, from + written, wanted);
    const ssize_t part =
        call_real<ssize_t>("write", descriptor, static_cast<const void*>(from + written), wanted);
    if (part < 0 && errno == EPIPE) deliver_broken_pipe();
    if (part < 0) return written > 0 ? static_cast<ssize_t>(written) : part;
    written += static_cast<std::size_t>(part);
  } while (written < size);
  return static_cast<ssize_t>(written);
}

}  // namespace

HEDDLE_INTERPOSE ssize_t read(int descriptor, void* buffer, std::size_t size) {
  if (controlled()) {
    use_file(descriptor, arguments(number_of(descriptor), number_of(buffer), size), HEDDLE_CALLER);
    wait_for_descriptor(descriptor, POLLIN, HEDDLE_CALLER);
    dirty_pages().touch(buffer, size);
  }
  return real().read(descriptor, buffer, size);
}

HEDDLE_INTERPOSE ssize_t __read_chk(int descriptor, void* buffer, std::size_t size,
                                    std::size_t room) {
  if (controlled()) {
    use_file(descriptor, arguments(number_of(descriptor), number_of(buffer), size), HEDDLE_CALLER);
    wait_for_descriptor(descriptor, POLLIN, HEDDLE_CALLER);
    dirty_pages().touch(buffer, size);
  }
  return call_real<ssize_t>("__read_chk", descriptor, buffer, size, room);
}

HEDDLE_INTERPOSE ssize_t pread(int descriptor, void* buffer, std::size_t size, off_t offset) {
  if (controlled()) {
    use_files(FileUse::reads,
              arguments(number_of(descriptor), number_of(buffer), size, number_of(offset)),
              HEDDLE_CALLER);
    dirty_pages().touch(buffer, size);
  }
  return call_real<ssize_t>("pread", descriptor, buffer, size, offset);
}

HEDDLE_INTERPOSE ssize_t pread64(int descriptor, void* buffer, std::size_t size, off64_t offset) {
  return ::pread(descriptor, buffer, size, offset);
}

HEDDLE_INTERPOSE ssize_t readv(int descriptor, const iovec* parts, int count) {
  if (controlled()) {
    use_file(descriptor, arguments(number_of(descriptor), number_of(parts), number_of(count)),
             HEDDLE_CALLER);
    wait_for_descriptor(descriptor, POLLIN, HEDDLE_CALLER);
    touch_all(parts, count);
  }
  return call_real<ssize_t>("readv", descriptor, parts, count);
}

HEDDLE_INTERPOSE ssize_t write(int descriptor, const void* from, std::size_t size) {
  if (controlled() && !is_output(descriptor)) {
    use_file(descriptor, arguments(number_of(descriptor), number_of(from), size), HEDDLE_CALLER);
    if (is_pipe(descriptor)) {
      return write_to_pipe(descriptor, static_cast<const char*>(from), size, HEDDLE_CALLER);
    }
    wait_for_descriptor(descriptor, POLLOUT, HEDDLE_CALLER);
    note_written(descriptor, from, size);
  }
  const ssize_t written = call_real<ssize_t>("write", descriptor, from, size);
  if (written < 0 && errno == EPIPE && controlled()) deliver_broken_pipe();
  return written;
}

HEDDLE_INTERPOSE int eventfd_read(int descriptor, eventfd_t* into) {
  if (controlled()) {
    wait_for_descriptor(descriptor, POLLIN, HEDDLE_CALLER);
    dirty_pages().touch(into, sizeof *into);
  }
  return call_real<int>("eventfd_read", descriptor, into);
}

HEDDLE_INTERPOSE int eventfd_write(int descriptor, eventfd_t value) {
  if (controlled()) {
    wait_for_descriptor(descriptor, POLLOUT, HEDDLE_CALLER);
    note_written(descriptor, &value, sizeof value);
  }
  return call_real<int>("eventfd_write", descriptor, value);
}

HEDDLE_INTERPOSE ssize_t pwrite(int descriptor, const void* from, std::size_t size, off_t offset) {
  if (controlled()) {
    use_file(descriptor, arguments(number_of(descriptor), number_of(from), size, number_of(offset)),
             HEDDLE_CALLER);
    note_kernel_call("pwrite", static_cast<std::uint64_t>(offset));
    note_written(descriptor, from, size);
  }
  return call_real<ssize_t>("pwrite", descriptor, from, size, offset);
}

HEDDLE_INTERPOSE ssize_t pwrite64(int descriptor, const void* from, std::size_t size,
                                  off64_t offset) {
  return ::pwrite(descriptor, from, size, offset);
}

HEDDLE_INTERPOSE ssize_t writev(int descriptor, const iovec* parts, int count) {
  if (controlled() && !is_output(descriptor)) {
    use_file(descriptor, arguments(number_of(descriptor), number_of(parts), number_of(count)),
             HEDDLE_CALLER);
    wait_for_descriptor(descriptor, POLLOUT, HEDDLE_CALLER);
    for (int i = 0; i < count; ++i) note_written(descriptor, parts[i].iov_base, parts[i].iov_len);
  }
  return call_real<ssize_t>("writev", descriptor, parts, count);
}

}  // namespace heddle::native
