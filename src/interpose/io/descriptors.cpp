// Descriptors: making, copying and closing them.  Those that are Heddle's own do not exist for the
// program.
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>

#include "interpose/interpose.hpp"
#include "interpose/io/file_use.hpp"
#include "interpose/io/stream_state.hpp"
#include "monitors/events.hpp"
#include "runtime/descriptor_wait.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/number_of.hpp"
#include "runtime/stack_capture.hpp"
#include "runtime/timers.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {

// The kernel's own function, behind a scheduling point.
#define HEDDLE_NOTE(name, parameters, number, ...)                            \
  HEDDLE_INTERPOSE int name parameters {                                      \
    if (controlled()) {                                                       \
      events::uses_descriptor(descriptor, DescriptorUse::use, HEDDLE_CALLER); \
      use_descriptors(#name, HEDDLE_CALLER, number_of(number));               \
    }                                                                         \
    return call_real<int>(#name, __VA_ARGS__);                                \
  }

#define HEDDLE_MAKES(name, parameters, number, ...)               \
  HEDDLE_INTERPOSE int name parameters {                          \
    if (!controlled()) return call_real<int>(#name, __VA_ARGS__); \
    use_descriptors(#name, HEDDLE_CALLER, number_of(number));     \
    const int made = call_real<int>(#name, __VA_ARGS__);          \
    events::opened_descriptor(made, HEDDLE_CALLER);               \
    return made;                                                  \
  }

HEDDLE_MAKES(socket, (int domain, int type, int protocol) noexcept, domain, domain, type, protocol)
HEDDLE_MAKES(eventfd, (unsigned count, int flags) noexcept, count, count, flags)
HEDDLE_MAKES(epoll_create, (int size) noexcept, size, size)
HEDDLE_MAKES(epoll_create1, (int flags) noexcept, flags, flags)

#undef HEDDLE_MAKES

HEDDLE_NOTE(bind, (int descriptor, const sockaddr* address, socklen_t size) noexcept, descriptor,
            descriptor, address, size)
HEDDLE_NOTE(listen, (int descriptor, int backlog) noexcept, descriptor, descriptor, backlog)
HEDDLE_NOTE(shutdown, (int descriptor, int how) noexcept, descriptor, descriptor, how)

#undef HEDDLE_NOTE

HEDDLE_INTERPOSE int epoll_ctl(int set, int operation, int descriptor,
                               epoll_event* event) noexcept {
  if (controlled()) {
    events::uses_descriptor(set, DescriptorUse::use, HEDDLE_CALLER);
    events::uses_descriptor(descriptor, DescriptorUse::use, HEDDLE_CALLER);
    use_descriptors("epoll_ctl", HEDDLE_CALLER, number_of(descriptor));
  }
  return call_real<int>("epoll_ctl", set, operation, descriptor, event);
}

// Only one descriptor of a timer is known.
void refuse_copy_of_timer(int descriptor) {
  if (!is_timer(descriptor)) return;
  scheduler().refuse("the program copies the descriptor of a timer; create a second timer instead");
}

HEDDLE_INTERPOSE int dup(int descriptor) noexcept {
  if (!controlled()) return call_real<int>("dup", descriptor);
  refuse_copy_of_timer(descriptor);
  events::uses_descriptor(descriptor, DescriptorUse::use, HEDDLE_CALLER);
  use_descriptors("dup", HEDDLE_CALLER, number_of(descriptor));
  const int copy = call_real<int>("dup", descriptor);
  events::opened_descriptor(copy, HEDDLE_CALLER);
  return copy;
}

namespace {

bool only_asks(int command) {
  return command == F_GETFD || command == F_GETFL || command == F_GETLK || command == F_GETOWN ||
         command == F_GETPIPE_SZ || command == F_GET_SEALS;
}

bool copies(int command) { return command == F_DUPFD || command == F_DUPFD_CLOEXEC; }

void before_control(int descriptor, int command, long argument, Site site) {
  if (!controlled() || is_ours(site)) return;
  events::uses_descriptor(descriptor, DescriptorUse::use, site);
  if (only_asks(command)) {
    return look_at_descriptors(arguments(number_of(descriptor), number_of(command)), site);
  }
  if (copies(command)) refuse_copy_of_timer(descriptor);
  use_descriptors("fcntl", site, number_of(descriptor),
                  static_cast<std::uint64_t>(arguments(number_of(command), argument)));
}

}  // namespace

#define HEDDLE_CONTROLS(name)                                         \
  HEDDLE_INTERPOSE int name(int descriptor, int command, ...) {       \
    va_list list;                                                     \
    va_start(list, command);                                          \
    const long argument = va_arg(list, long);                         \
    va_end(list);                                                     \
    before_control(descriptor, command, argument, HEDDLE_CALLER);     \
    const int result = real().fcntl(descriptor, command, argument);   \
    if (copies(command) && controlled() && !is_ours(HEDDLE_CALLER)) { \
      events::opened_descriptor(result, HEDDLE_CALLER);               \
    }                                                                 \
    return result;                                                    \
  }

HEDDLE_CONTROLS(fcntl)
HEDDLE_CONTROLS(fcntl64)

#undef HEDDLE_CONTROLS

namespace {

int opened_pair(int result, const int* ends, Site site) {
  if (result == 0) {
    events::opened_descriptor(ends[0], site);
    events::opened_descriptor(ends[1], site);
  }
  return result;
}

// The kernel writes both ends, and fails on a protected page.
int make_pipe(int* ends, int flags, Site site) {
  if (!controlled()) return call_real<int>("pipe2", ends, flags);
  use_descriptors("pipe", site, number_of(flags));
  dirty_pages().touch(ends, 2 * sizeof *ends);
  return opened_pair(call_real<int>("pipe2", ends, flags), ends, site);
}

int close_descriptor(int descriptor, Site site) {
  if (!controlled()) return call_real<int>("close", descriptor);
  if (is_hidden(descriptor)) {
    errno = EBADF;
    return -1;
  }
  events::uses_descriptor(descriptor, DescriptorUse::close, site);
  use_descriptors("close", site, number_of(descriptor), 0, CallOrder::before);
  close_timer(descriptor);
  note_redirection(descriptor);
  const int result = call_real<int>("close", descriptor);
  if (result == 0) events::closed_descriptor(descriptor);
  return result;
}

bool is_open(int descriptor) { return real().fcntl(descriptor, F_GETFD, 0L) >= 0; }

template <typename Copy>
int copy_descriptor(const char* name, int from, int to, Copy copy, Site site) {
  if (!controlled()) return copy();
  if (is_hidden(to)) {
    scheduler().refuse(
        "the program uses a file descriptor number that is reserved for Heddle; use a smaller one");
  }
  refuse_copy_of_timer(from);
  events::uses_descriptor(from, DescriptorUse::use, site);
  if (from != to) events::uses_descriptor(to, DescriptorUse::replace, site);
  use_descriptors(name, site, number_of(from), number_of(to));
  close_timer(to);
  note_redirection(to);
  const int error = errno;
  const bool replaces = is_open(to);
  errno = error;
  const int result = copy();
  if (result >= 0 && !replaces) events::opened_descriptor(to, site);
  return result;
}

int close_descriptors(unsigned first, unsigned last, Site site) {
  constexpr unsigned kMost = 1 << 16;
  for (unsigned at = first; at <= last && at < kMost; ++at) {
    if (is_open(static_cast<int>(at))) close_descriptor(static_cast<int>(at), site);
  }
  return 0;
}

}  // namespace

HEDDLE_INTERPOSE int pipe2(int* ends, int flags) noexcept {
  return make_pipe(ends, flags, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pipe(int* ends) noexcept { return make_pipe(ends, 0, HEDDLE_CALLER); }

HEDDLE_INTERPOSE int socketpair(int domain, int type, int protocol, int* ends) noexcept {
  if (!controlled()) return call_real<int>("socketpair", domain, type, protocol, ends);
  use_descriptors("socketpair", HEDDLE_CALLER, number_of(domain));
  dirty_pages().touch(ends, 2 * sizeof *ends);
  return opened_pair(call_real<int>("socketpair", domain, type, protocol, ends), ends,
                     HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int close(int descriptor) { return close_descriptor(descriptor, HEDDLE_CALLER); }

HEDDLE_INTERPOSE int dup2(int from, int to) noexcept {
  return copy_descriptor(
      "dup2", from, to, [&] { return call_real<int>("dup2", from, to); }, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int dup3(int from, int to, int flags) noexcept {
  return copy_descriptor(
      "dup3", from, to, [&] { return call_real<int>("dup3", from, to, flags); }, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int close_range(unsigned first, unsigned last, int flags) noexcept {
  if (!controlled()) return call_real<int>("close_range", first, last, flags);
  return close_descriptors(first, last, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void closefrom(int first) noexcept {
  if (!controlled()) return call_real<void>("closefrom", first);
  close_descriptors(static_cast<unsigned>(first), ~0U, HEDDLE_CALLER);
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
