// Blocking input and output.  A call that would block is announced, and is enabled once the kernel
// reports that it would not block any more: after another thread has done its part.
#pragma once

#include <poll.h>

#include <string_view>

#include "core/operation.hpp"
#include "runtime/readiness.hpp"

namespace heddle::native {

// The descriptors that a paused thread waits for; on its stack, at the address in
// Operation::value.
struct DescriptorWait {
  const pollfd* wanted = nullptr;
  std::size_t count = 0;  // none: the call does not block
  std::uint64_t deadline = kNever;
};

// Returns whether a descriptor is ready.
bool is_ready(const DescriptorWait& wait);

// Returns whether a descriptor is ready, or the call does not block.  REQUIRES: an operation
// announced by wait_for_descriptors.
bool is_possible(const Operation& operation);

// Makes a scheduling point (a sleep with an object) after which one of the descriptors is ready,
// or the deadline has passed.  All such operations conflict: their descriptors may be connected in
// ways that Heddle does not see.
Wake wait_for_descriptors(const DescriptorWait& wait, Site site);

// Makes a scheduling point for a call on descriptors that does not block, and records the call as
// note_kernel_call does.  Other threads may use the same descriptors, or get their numbers.
void use_descriptors(std::string_view call, Site site, std::uint64_t a = 0, std::uint64_t b = 0);

// Called when timers have changed: a thread that waits for descriptors waits for the next expiry.
void update_descriptor_waits();

// Does the same for a single descriptor, without a deadline.  Makes no scheduling point for files,
// which never block.  Refuses to wait for standard input that cannot be reread.
void wait_for_descriptor(int descriptor, short events, Site site);

}  // namespace heddle::native
