// Descriptors: making, copying and closing them.  Those that are Heddle's own do not exist for the
// program.
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "interpose/interpose.hpp"
#include "interpose/io/file_use.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/number_of.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {

// The kernel's own function, noted.
#define HEDDLE_NOTE(name, parameters, number, ...)                                 \
  HEDDLE_INTERPOSE int name parameters {                                           \
    if (controlled()) note_kernel_call(#name, static_cast<std::uint64_t>(number)); \
    return call_real<int>(#name, __VA_ARGS__);                                     \
  }

HEDDLE_NOTE(dup, (int descriptor) noexcept, descriptor, descriptor)
HEDDLE_NOTE(socket, (int domain, int type, int protocol) noexcept, domain, domain, type, protocol)
HEDDLE_NOTE(bind, (int descriptor, const sockaddr* address, socklen_t size) noexcept, descriptor,
            descriptor, address, size)
HEDDLE_NOTE(listen, (int descriptor, int backlog) noexcept, descriptor, descriptor, backlog)
HEDDLE_NOTE(shutdown, (int descriptor, int how) noexcept, descriptor, descriptor, how)
HEDDLE_NOTE(eventfd, (unsigned count, int flags) noexcept, count, count, flags)
HEDDLE_NOTE(epoll_create, (int size) noexcept, size, size)
HEDDLE_NOTE(epoll_create1, (int flags) noexcept, flags, flags)
HEDDLE_NOTE(epoll_ctl, (int set, int operation, int descriptor, epoll_event* event) noexcept,
            descriptor, set, operation, descriptor, event)

// The kernel writes both ends, and fails on a protected page.
HEDDLE_INTERPOSE int pipe2(int* ends, int flags) noexcept {
  if (controlled()) {
    note_kernel_call("pipe", static_cast<std::uint64_t>(flags));
    dirty_pages().touch(ends, 2 * sizeof *ends);
  }
  return call_real<int>("pipe2", ends, flags);
}

HEDDLE_INTERPOSE int pipe(int* ends) noexcept { return ::pipe2(ends, 0); }

HEDDLE_INTERPOSE int socketpair(int domain, int type, int protocol, int* ends) noexcept {
  if (controlled()) {
    note_kernel_call("socketpair", static_cast<std::uint64_t>(domain));
    dirty_pages().touch(ends, 2 * sizeof *ends);
  }
  return call_real<int>("socketpair", domain, type, protocol, ends);
}

HEDDLE_INTERPOSE int close(int descriptor) {
  if (controlled()) {
    if (is_hidden(descriptor)) {
      errno = EBADF;
      return -1;
    }
    note_kernel_call("close", static_cast<std::uint64_t>(descriptor));
  }
  return call_real<int>("close", descriptor);
}

HEDDLE_INTERPOSE int dup2(int from, int to) noexcept {
  if (controlled()) {
    if (is_hidden(to))
      scheduler().refuse(
          "the program uses a file descriptor number that is reserved for Heddle; use a smaller "
          "one");
    note_kernel_call("dup2", static_cast<std::uint64_t>(from), static_cast<std::uint64_t>(to));
  }
  return call_real<int>("dup2", from, to);
}

HEDDLE_INTERPOSE int dup3(int from, int to, int flags) noexcept {
  if (controlled()) {
    if (is_hidden(to))
      scheduler().refuse(
          "the program uses a file descriptor number that is reserved for Heddle; use a smaller "
          "one");
    note_kernel_call("dup3", static_cast<std::uint64_t>(from), static_cast<std::uint64_t>(to));
  }
  return call_real<int>("dup3", from, to, flags);
}

HEDDLE_INTERPOSE int close_range(unsigned first, unsigned last, int flags) noexcept {
  if (!controlled()) return call_real<int>("close_range", first, last, flags);
  constexpr unsigned kMost = 1 << 16;
  for (unsigned at = first; at <= last && at < kMost; ++at) ::close(static_cast<int>(at));
  return 0;
}

HEDDLE_INTERPOSE void closefrom(int first) noexcept {
  if (!controlled()) return call_real<void>("closefrom", first);
  ::close_range(static_cast<unsigned>(first), ~0U, 0);
}

HEDDLE_INTERPOSE off_t lseek(int descriptor, off_t offset, int whence) noexcept {
  if (controlled()) {
    use_file(descriptor, arguments(number_of(descriptor), number_of(offset), number_of(whence)),
             HEDDLE_CALLER);
    note_kernel_call("lseek", static_cast<std::uint64_t>(descriptor));
  }
  return call_real<off_t>("lseek", descriptor, offset, whence);
}

HEDDLE_INTERPOSE off64_t lseek64(int descriptor, off64_t offset, int whence) noexcept {
  return ::lseek(descriptor, offset, whence);
}

}  // namespace heddle::native
