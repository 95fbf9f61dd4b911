// Passes over plain accesses that have no effect on any monitor: the step has made them before, or
// nothing follows them.  Needs no frame, so that it leaves nothing on the caller's stack.
#pragma once

#include <cstddef>
#include <cstdint>

#include "interpose/interpose.hpp"
#include "interpose/memory/plain_access.hpp"
#include "runtime/root.hpp"
#include "runtime/step_accesses.hpp"

namespace heddle::native {

// Returns whether no monitor follows the access: the thread is alone, and the access is to the heap
// block that it accessed last.
[[gnu::always_inline]] inline bool is_unwatched(std::uintptr_t address, std::size_t size) {
  return step_accesses().is_in_last_block(address, size) && is_alone() &&
         flags().plain_points != PlainPoints::all;
}

// Whether the address is on the caller's stack, in a frame of a function that has returned.
// `frames` is the caller's stack pointer, as an instrumented function keeps nothing below it.
[[gnu::always_inline]] inline bool is_in_dead_frame(std::uintptr_t address, std::uintptr_t frames) {
  return address < frames && address >= frames / kStackStride * kStackStride;
}

[[gnu::always_inline]] inline void check_frame(std::uintptr_t address, OpKind kind,
                                               std::uintptr_t frames) {
  if (is_in_dead_frame(address, frames) && controlled_quietly()) [[unlikely]]
    check_dead_frame(address, kind == OpKind::write);
}

// Returns whether the access was passed over.
[[gnu::always_inline]] inline bool is_repeated(std::uintptr_t address, std::size_t size,
                                               OpKind kind) {
  if (!step_accesses().contains(address, size, kind == OpKind::write) &&
      !is_unwatched(address, size)) {
    return false;
  }
  const World& world = native::world();
  if (!plain_spin().passes(world.current, world.steps, address, kind)) return false;
  if (kind == OpKind::write) note_plain_write(address, false);
  return true;
}

}  // namespace heddle::native
