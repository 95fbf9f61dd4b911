// poll, select and epoll: waiting for any of several descriptors, with virtual time.
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>

#include <cerrno>

#include "interpose/interpose.hpp"
#include "monitors/events.hpp"
#include "runtime/descriptor_wait.hpp"
#include "runtime/virtual_time.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

std::uint64_t deadline_in(int milliseconds) {
  if (milliseconds < 0) return kNever;
  return virtual_deadline_after({milliseconds / 1000, (milliseconds % 1000) * 1'000'000L});
}

std::uint64_t deadline_in(const timespec* span) {
  return span == nullptr ? kNever : virtual_deadline_after(*span);
}

// With no time to wait, only the order among threads matters.
void wait_for(const pollfd* wanted, std::size_t count, std::uint64_t deadline, Site site) {
  for (std::size_t i = 0; i < count; ++i) {
    events::uses_descriptor(wanted[i].fd, DescriptorUse::use, site);
  }
  const bool blocks = deadline != world().now;
  wait_for_descriptors({wanted, count, blocks ? deadline : kNever, blocks}, site);
}

// The sets of a select as a list.
std::size_t listed(int end, const fd_set* in, const fd_set* out, const fd_set* other,
                   pollfd* into) {
  std::size_t count = 0;
  for (int i = 0; i < end && i < FD_SETSIZE; ++i) {
    short events = 0;
    if (in != nullptr && FD_ISSET(i, in)) events |= POLLIN;
    if (out != nullptr && FD_ISSET(i, out)) events |= POLLOUT;
    if (other != nullptr && FD_ISSET(i, other)) events |= POLLPRI;
    if (events != 0) into[count++] = {i, events, 0};
  }
  return count;
}

void wait_for_sets(int end, const fd_set* in, const fd_set* out, const fd_set* other,
                   std::uint64_t deadline, Site site) {
  pollfd wanted[FD_SETSIZE];
  const std::size_t count = listed(end, in, out, other, wanted);
  wait_for(wanted, count, deadline, site);
}

}  // namespace

HEDDLE_INTERPOSE int poll(pollfd* wanted, nfds_t count, int milliseconds) {
  if (!controlled()) return call_real<int>("poll", wanted, count, milliseconds);
  wait_for(wanted, count, deadline_in(milliseconds), HEDDLE_CALLER);
  dirty_pages().touch(wanted, count * sizeof *wanted);
  return call_real<int>("poll", wanted, count, 0);
}

HEDDLE_INTERPOSE int ppoll(pollfd* wanted, nfds_t count, const timespec* span,
                           const sigset_t* mask) {
  if (!controlled()) return call_real<int>("ppoll", wanted, count, span, mask);
  wait_for(wanted, count, deadline_in(span), HEDDLE_CALLER);
  dirty_pages().touch(wanted, count * sizeof *wanted);
  return call_real<int>("poll", wanted, count, 0);
}

HEDDLE_INTERPOSE int select(int end, fd_set* in, fd_set* out, fd_set* other, timeval* span) {
  if (!controlled()) return call_real<int>("select", end, in, out, other, span);
  timespec time{};
  if (span != nullptr) time = {span->tv_sec, span->tv_usec * 1000};
  wait_for_sets(end, in, out, other, deadline_in(span == nullptr ? nullptr : &time), HEDDLE_CALLER);
  for (fd_set* const set : {in, out, other}) {
    if (set != nullptr) dirty_pages().touch(set, sizeof *set);
  }
  timeval at_once{};
  return call_real<int>("select", end, in, out, other, &at_once);
}

HEDDLE_INTERPOSE int pselect(int end, fd_set* in, fd_set* out, fd_set* other, const timespec* span,
                             const sigset_t* mask) {
  if (!controlled()) return call_real<int>("pselect", end, in, out, other, span, mask);
  wait_for_sets(end, in, out, other, deadline_in(span), HEDDLE_CALLER);
  for (fd_set* const set : {in, out, other}) {
    if (set != nullptr) dirty_pages().touch(set, sizeof *set);
  }
  timeval at_once{};
  return call_real<int>("select", end, in, out, other, &at_once);
}

HEDDLE_INTERPOSE int epoll_wait(int set, epoll_event* into, int most, int milliseconds) {
  if (!controlled()) return call_real<int>("epoll_wait", set, into, most, milliseconds);
  const pollfd wanted{set, POLLIN, 0};
  wait_for(&wanted, 1, deadline_in(milliseconds), HEDDLE_CALLER);
  if (most > 0) dirty_pages().touch(into, static_cast<std::size_t>(most) * sizeof *into);
  return call_real<int>("epoll_wait", set, into, most, 0);
}

HEDDLE_INTERPOSE int epoll_pwait(int set, epoll_event* into, int most, int milliseconds,
                                 const sigset_t* mask) {
  if (!controlled()) return call_real<int>("epoll_pwait", set, into, most, milliseconds, mask);
  const pollfd wanted{set, POLLIN, 0};
  wait_for(&wanted, 1, deadline_in(milliseconds), HEDDLE_CALLER);
  if (most > 0) dirty_pages().touch(into, static_cast<std::size_t>(most) * sizeof *into);
  return call_real<int>("epoll_wait", set, into, most, 0);
}

HEDDLE_INTERPOSE int epoll_pwait2(int set, epoll_event* into, int most, const timespec* span,
                                  const sigset_t* mask) {
  if (!controlled()) return call_real<int>("epoll_pwait2", set, into, most, span, mask);
  const pollfd wanted{set, POLLIN, 0};
  wait_for(&wanted, 1, deadline_in(span), HEDDLE_CALLER);
  if (most > 0) dirty_pages().touch(into, static_cast<std::size_t>(most) * sizeof *into);
  return call_real<int>("epoll_wait", set, into, most, 0);
}

}  // namespace heddle::native
