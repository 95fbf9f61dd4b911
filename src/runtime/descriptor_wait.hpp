// Blocking input and output.  A call that would block is announced, and is enabled once the kernel
// reports that it would not block any more: after another thread has done its part.
#pragma once

#include <poll.h>

#include <string_view>

#include "core/file_object.hpp"
#include "core/operation.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/readiness.hpp"

namespace heddle::native {

// The descriptors that a paused thread waits for; on its stack, at the address in
// Operation::value.
struct DescriptorWait {
  const pollfd* wanted = nullptr;
  std::size_t count = 0;
  std::uint64_t deadline = kNever;
  bool blocks = true;  // until one is ready, or the deadline has passed
};

// Returns whether a descriptor is ready.
bool is_ready(const DescriptorWait& wait);

// Returns whether a descriptor is ready, or the call does not block.  REQUIRES: an operation
// announced by wait_for_descriptors.
bool is_possible(const Operation& operation);

// Returns whether an announced operation is a sleep in which its thread makes no progress: it
// passes time, or it polls in vain.  A call on a descriptor that is ready is none.
bool polls_in_vain(const Operation& operation);
inline bool lets_others_go_first(const Operation& operation) {
  return operation.kind == OpKind::sleep &&
         (operation.object != kKernel || polls_in_vain(operation));
}

// Makes a scheduling point (a sleep with an object) after which one of the descriptors is ready,
// or the deadline has passed.  All such operations conflict: their descriptors may be connected in
// ways that Heddle does not see.
Wake wait_for_descriptors(const DescriptorWait& wait, Site site);

// Makes a scheduling point for a call on descriptors that does not block, and records the call as
// note_kernel_call does.  Other threads may use the same descriptors, or get their numbers.
void use_descriptors(std::string_view call, Site site, std::uint64_t a = 0, std::uint64_t b = 0,
                     CallOrder order = CallOrder::after_and_before);

// Makes a scheduling point for a call that only asks about descriptors.  `others`: its arguments,
// as in Operation::second.
void look_at_descriptors(ObjectId others, Site site);

// Called when timers have changed: a thread that waits for descriptors waits for the next expiry.
void update_descriptor_waits();

// Does the same for a single descriptor, without a deadline.  Makes no scheduling point for files,
// which never block.  Refuses to wait for standard input that cannot be reread.  `asks_at_once`:
// the call does not block, whatever the descriptor does.
void wait_for_descriptor(int descriptor, short events, Site site, bool asks_at_once = false);

}  // namespace heddle::native
