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
#include "interpose/io/stream_state.hpp"
#include "interpose/memory/library_access.hpp"
#include "monitors/events.hpp"
#include "runtime/descriptor_wait.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/number_of.hpp"
#include "runtime/program_code.hpp"
#include "runtime/signals.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

// Makes the accesses of a call to memory of the program's own code, which calls it.
void read_by_call(const void* from, std::size_t size, Site site) {
  if (is_program_code(site)) access_in_step(reading(from, size), site);
}
void written_by_call(const void* to, ssize_t size, Site site) {
  if (size <= 0 || !controlled_quietly() || !is_program_code(site)) return;
  const int error = errno;
  access_in_step(writing(to, static_cast<std::size_t>(size)), site);
  errno = error;
}

// Does the same for a call that prints, which has no scheduling point of its own.
void read_to_print(int descriptor, const void* from, std::size_t size, Site site) {
  note_printing(descriptor);
  if (!is_program_code(site)) return;
  access_together([&] { return AccessList<1>{reading(from, size)}; }, site,
                  arguments(number_of(descriptor), size));
}

void read_parts(const iovec* parts, int count, Site site) {
  for (int i = 0; i < count; ++i) read_by_call(parts[i].iov_base, parts[i].iov_len, site);
}

// `size`: how many bytes were read into all parts together.
void written_parts(const iovec* parts, int count, ssize_t size, Site site) {
  for (int i = 0; i < count && size > 0; ++i) {
    const auto part = std::min(static_cast<ssize_t>(parts[i].iov_len), size);
    written_by_call(parts[i].iov_base, part, site);
    size -= part;
  }
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
    read_by_call(from + written, wanted, site);
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
  const ssize_t got = real().read(descriptor, buffer, size);
  written_by_call(buffer, got, HEDDLE_CALLER);
  return got;
}

HEDDLE_INTERPOSE ssize_t __read_chk(int descriptor, void* buffer, std::size_t size,
                                    std::size_t room) {
  if (controlled()) {
    use_file(descriptor, arguments(number_of(descriptor), number_of(buffer), size), HEDDLE_CALLER);
    wait_for_descriptor(descriptor, POLLIN, HEDDLE_CALLER);
    dirty_pages().touch(buffer, size);
  }
  const ssize_t got = call_real<ssize_t>("__read_chk", descriptor, buffer, size, room);
  written_by_call(buffer, got, HEDDLE_CALLER);
  return got;
}

#define HEDDLE_READS_AT(name, offset_type)                                                    \
  HEDDLE_INTERPOSE ssize_t name(int descriptor, void* buffer, std::size_t size,               \
                                offset_type offset) {                                         \
    if (controlled()) {                                                                       \
      events::uses_descriptor(descriptor, DescriptorUse::use, HEDDLE_CALLER);                 \
      use_files(FileUse::reads,                                                               \
                arguments(number_of(descriptor), number_of(buffer), size, number_of(offset)), \
                HEDDLE_CALLER);                                                               \
      dirty_pages().touch(buffer, size);                                                      \
    }                                                                                         \
    const ssize_t got = call_real<ssize_t>("pread", descriptor, buffer, size, offset);        \
    written_by_call(buffer, got, HEDDLE_CALLER);                                              \
    return got;                                                                               \
  }

HEDDLE_READS_AT(pread, off_t)
HEDDLE_READS_AT(pread64, off64_t)

#undef HEDDLE_READS_AT

HEDDLE_INTERPOSE ssize_t readv(int descriptor, const iovec* parts, int count) {
  if (controlled()) {
    use_file(descriptor, arguments(number_of(descriptor), number_of(parts), number_of(count)),
             HEDDLE_CALLER);
    wait_for_descriptor(descriptor, POLLIN, HEDDLE_CALLER);
    touch_all(parts, count);
  }
  const ssize_t got = call_real<ssize_t>("readv", descriptor, parts, count);
  written_parts(parts, count, got, HEDDLE_CALLER);
  return got;
}

HEDDLE_INTERPOSE ssize_t write(int descriptor, const void* from, std::size_t size) {
  if (controlled() && is_captured(descriptor)) {
    read_to_print(descriptor, from, size, HEDDLE_CALLER);
  } else if (controlled()) {
    use_file(descriptor, arguments(number_of(descriptor), number_of(from), size), HEDDLE_CALLER);
    if (is_pipe(descriptor)) {
      return write_to_pipe(descriptor, static_cast<const char*>(from), size, HEDDLE_CALLER);
    }
    wait_for_descriptor(descriptor, POLLOUT, HEDDLE_CALLER);
    note_written(descriptor, from, size);
    read_by_call(from, size, HEDDLE_CALLER);
  }
  const ssize_t written = call_real<ssize_t>("write", descriptor, from, size);
  if (written < 0 && errno == EPIPE && controlled()) deliver_broken_pipe();
  return written;
}

HEDDLE_INTERPOSE int eventfd_read(int descriptor, eventfd_t* into) {
  if (controlled()) {
    events::uses_descriptor(descriptor, DescriptorUse::use, HEDDLE_CALLER);
    wait_for_descriptor(descriptor, POLLIN, HEDDLE_CALLER);
    dirty_pages().touch(into, sizeof *into);
  }
  const int error = call_real<int>("eventfd_read", descriptor, into);
  if (error == 0) written_by_call(into, sizeof *into, HEDDLE_CALLER);
  return error;
}

HEDDLE_INTERPOSE int eventfd_write(int descriptor, eventfd_t value) {
  if (controlled()) {
    events::uses_descriptor(descriptor, DescriptorUse::use, HEDDLE_CALLER);
    wait_for_descriptor(descriptor, POLLOUT, HEDDLE_CALLER);
    note_written(descriptor, &value, sizeof value);
  }
  return call_real<int>("eventfd_write", descriptor, value);
}

#define HEDDLE_WRITES_AT(name, offset_type)                                                \
  HEDDLE_INTERPOSE ssize_t name(int descriptor, const void* from, std::size_t size,        \
                                offset_type offset) {                                      \
    if (controlled()) {                                                                    \
      use_file(descriptor,                                                                 \
               arguments(number_of(descriptor), number_of(from), size, number_of(offset)), \
               HEDDLE_CALLER);                                                             \
      note_kernel_call("pwrite", static_cast<std::uint64_t>(offset));                      \
      note_written(descriptor, from, size);                                                \
      read_by_call(from, size, HEDDLE_CALLER);                                             \
    }                                                                                      \
    return call_real<ssize_t>("pwrite", descriptor, from, size, offset);                   \
  }

HEDDLE_WRITES_AT(pwrite, off_t)
HEDDLE_WRITES_AT(pwrite64, off64_t)

#undef HEDDLE_WRITES_AT

HEDDLE_INTERPOSE ssize_t writev(int descriptor, const iovec* parts, int count) {
  if (controlled() && is_captured(descriptor)) {
    for (int i = 0; i < count; ++i) {
      read_to_print(descriptor, parts[i].iov_base, parts[i].iov_len, HEDDLE_CALLER);
    }
  } else if (controlled()) {
    use_file(descriptor, arguments(number_of(descriptor), number_of(parts), number_of(count)),
             HEDDLE_CALLER);
    wait_for_descriptor(descriptor, POLLOUT, HEDDLE_CALLER);
    for (int i = 0; i < count; ++i) note_written(descriptor, parts[i].iov_base, parts[i].iov_len);
    read_parts(parts, count, HEDDLE_CALLER);
  }
  return call_real<ssize_t>("writev", descriptor, parts, count);
}

}  // namespace heddle::native
