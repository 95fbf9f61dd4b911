// Interposes calls that return information about sockets.
#include <sys/socket.h>

#include "interpose/interpose.hpp"
#include "monitors/events.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

void before_asking(int file, void* into, socklen_t* size, Site site) {
  if (!controlled()) return;
  events::uses_descriptor(file, DescriptorUse::use, site);
  if (size == nullptr) return;
  dirty_pages().touch(size, sizeof *size);
  dirty_pages().touch(into, *size);
}

}  // namespace

HEDDLE_INTERPOSE int getsockname(int file, sockaddr* into, socklen_t* size) noexcept {
  before_asking(file, into, size, HEDDLE_CALLER);
  return call_real<int>("getsockname", file, into, size);
}

HEDDLE_INTERPOSE int getpeername(int file, sockaddr* into, socklen_t* size) noexcept {
  before_asking(file, into, size, HEDDLE_CALLER);
  return call_real<int>("getpeername", file, into, size);
}

HEDDLE_INTERPOSE int getsockopt(int file, int level, int name, void* into,
                                socklen_t* size) noexcept {
  before_asking(file, into, size, HEDDLE_CALLER);
  return call_real<int>("getsockopt", file, level, name, into, size);
}

}  // namespace heddle::native
