// Waiting for input and output.  A call that would block is announced, and may go on when the
// kernel says that it would not block any more: which is when another thread has done its part.
#pragma once

#include <poll.h>

#include "core/operation.hpp"
#include "runtime/readiness.hpp"

namespace heddle::native {

// What a paused thread waits for; lies on its stack, where Operation::value says.
struct DescriptorWait {
  const pollfd* wanted = nullptr;
  std::size_t count = 0;  // none: the call does not block
};

// REQUIRES: an operation announced by wait_for_descriptors.
bool is_possible(const Operation& operation);

// A sleep with an object: a scheduling point after which one of the descriptors is ready, or the
// deadline has passed. All such operations conflict: what they wait for may be joined behind our
// back.
Wake wait_for_descriptors(const DescriptorWait& wait, std::uint64_t deadline, Site site);

// The same for a single one, without a deadline; no scheduling point for files, which never block.
// Refuses to wait for the world outside.
void wait_for_descriptor(int descriptor, short events, Site site);

}  // namespace heddle::native
