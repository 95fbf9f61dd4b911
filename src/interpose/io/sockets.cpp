// Sockets between threads of the program.  Calls that would block are scheduling points.
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

#include "interpose/interpose.hpp"
#include "interpose/io/file_use.hpp"
#include "interpose/memory/caller_memory.hpp"
#include "monitors/events.hpp"
#include "runtime/descriptor_wait.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/number_of.hpp"
#include "runtime/signals.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

// Returns whether the address is on another machine: such a peer takes part in no schedule.
bool is_outside(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    const auto& internet = *reinterpret_cast<const sockaddr_in*>(address);
    return (ntohl(internet.sin_addr.s_addr) >> 24) != 127;
  }
  if (address->sa_family == AF_INET6) {
    const auto& internet = *reinterpret_cast<const sockaddr_in6*>(address);
    return !IN6_IS_ADDR_LOOPBACK(&internet.sin6_addr);
  }
  return false;
}

void before_transfer(int descriptor, short wanted, int flags, Site site) {
  events::uses_descriptor(descriptor, DescriptorUse::use, site);
  wait_for_descriptor(descriptor, wanted, site, (flags & MSG_DONTWAIT) != 0);
}

void touch_address(sockaddr* address, socklen_t* length) {
  if (address == nullptr || length == nullptr) return;
  dirty_pages().touch(length, sizeof *length);
  dirty_pages().touch(address, *length);
}

void touch_message(msghdr& message) {
  dirty_pages().touch(&message, sizeof message);
  dirty_pages().touch(message.msg_name, message.msg_namelen);
  dirty_pages().touch(message.msg_control, message.msg_controllen);
  for (std::size_t i = 0; i < message.msg_iovlen; ++i) {
    dirty_pages().touch(message.msg_iov[i].iov_base, message.msg_iov[i].iov_len);
  }
}

// Notes the memory that a call has filled: with MSG_TRUNC, it returns more than that.
void note_received(const void* buffer, std::size_t size, ssize_t got, Site site) {
  if (got > 0) used_memory(writing(buffer, std::min(size, static_cast<std::size_t>(got))), site);
}

int accept_connection(int descriptor, sockaddr* address, socklen_t* length, int flags, Site site) {
  if (!controlled()) return call_real<int>("accept4", descriptor, address, length, flags);
  before_transfer(descriptor, POLLIN, 0, site);
  touch_address(address, length);
  const int connection = call_real<int>("accept4", descriptor, address, length, flags);
  events::opened_descriptor(connection, site);
  return connection;
}

}  // namespace

HEDDLE_INTERPOSE ssize_t recv(int descriptor, void* buffer, std::size_t size, int flags) {
  if (controlled()) {
    before_transfer(descriptor, POLLIN, flags, HEDDLE_CALLER);
    dirty_pages().touch(buffer, size);
  }
  const ssize_t got = call_real<ssize_t>("recv", descriptor, buffer, size, flags);
  note_received(buffer, size, got, HEDDLE_CALLER);
  return got;
}

HEDDLE_INTERPOSE ssize_t recvfrom(int descriptor, void* buffer, std::size_t size, int flags,
                                  sockaddr* address, socklen_t* length) {
  if (controlled()) {
    before_transfer(descriptor, POLLIN, flags, HEDDLE_CALLER);
    dirty_pages().touch(buffer, size);
    touch_address(address, length);
  }
  const ssize_t got =
      call_real<ssize_t>("recvfrom", descriptor, buffer, size, flags, address, length);
  note_received(buffer, size, got, HEDDLE_CALLER);
  return got;
}

HEDDLE_INTERPOSE ssize_t recvmsg(int descriptor, msghdr* message, int flags) {
  if (controlled()) {
    before_transfer(descriptor, POLLIN, flags, HEDDLE_CALLER);
    touch_message(*message);
  }
  const ssize_t got = call_real<ssize_t>("recvmsg", descriptor, message, flags);
  ssize_t left = got;
  for (std::size_t i = 0; i < message->msg_iovlen && left > 0; ++i) {
    const iovec& part = message->msg_iov[i];
    note_received(part.iov_base, part.iov_len, left, HEDDLE_CALLER);
    left -= static_cast<ssize_t>(part.iov_len);
  }
  return got;
}

HEDDLE_INTERPOSE ssize_t send(int descriptor, const void* from, std::size_t size, int flags) {
  if (controlled()) {
    before_transfer(descriptor, POLLOUT, flags, HEDDLE_CALLER);
    note_written(descriptor, from, size);
    used_memory(reading(from, size), HEDDLE_CALLER);
  }
  const ssize_t sent = call_real<ssize_t>("send", descriptor, from, size, flags);
  const bool is_broken = sent < 0 && errno == EPIPE && (flags & MSG_NOSIGNAL) == 0;
  if (is_broken && controlled()) deliver_broken_pipe();
  return sent;
}

HEDDLE_INTERPOSE ssize_t sendto(int descriptor, const void* from, std::size_t size, int flags,
                                const sockaddr* address, socklen_t length) {
  if (controlled()) {
    before_transfer(descriptor, POLLOUT, flags, HEDDLE_CALLER);
    note_written(descriptor, from, size);
    used_memory(reading(from, size), HEDDLE_CALLER);
  }
  return call_real<ssize_t>("sendto", descriptor, from, size, flags, address, length);
}

HEDDLE_INTERPOSE ssize_t sendmsg(int descriptor, const msghdr* message, int flags) {
  if (controlled()) {
    before_transfer(descriptor, POLLOUT, flags, HEDDLE_CALLER);
    for (std::size_t i = 0; i < message->msg_iovlen; ++i) {
      const iovec& part = message->msg_iov[i];
      note_written(descriptor, part.iov_base, part.iov_len);
      used_memory(reading(part.iov_base, part.iov_len), HEDDLE_CALLER);
    }
  }
  return call_real<ssize_t>("sendmsg", descriptor, message, flags);
}

HEDDLE_INTERPOSE int accept(int descriptor, sockaddr* address, socklen_t* length) {
  return accept_connection(descriptor, address, length, 0, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int accept4(int descriptor, sockaddr* address, socklen_t* length, int flags) {
  return accept_connection(descriptor, address, length, flags, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int connect(int descriptor, const sockaddr* address, socklen_t length) {
  if (controlled()) {
    if (is_outside(address)) {
      scheduler().refuse(
          "the program connects to another machine: Heddle does not control the peer; connect "
          "threads of the program, or run this part without Heddle");
    }
    events::uses_descriptor(descriptor, DescriptorUse::use, HEDDLE_CALLER);
    use_descriptors("connect", HEDDLE_CALLER, number_of(descriptor));
  }
  return call_real<int>("connect", descriptor, address, length);
}

}  // namespace heddle::native
