// The side effects of the last step, for searches that reorder steps: a step that frees a block
// does not commute with one that uses it.  Fibers fill the log, so it must not allocate.  It is not
// rolled back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/hidden_objects.hpp"
#include "runtime/root.hpp"
#include "runtime/world.hpp"
#include "system/side_effect.hpp"

namespace heddle::native {

class SideEffectLog {
 public:
  // ---- in the engine ----
  void clear() {
    count_ = 0;
    overflowed_ = false;
  }
  std::span<const SideEffect> side_effects() const { return {side_effects_.data(), count_}; }
  bool overflowed() const { return overflowed_; }

  // ---- on a fiber, by the current thread ----
  void access(ObjectId object, AccessMode mode, std::uint8_t size = 0);
  void created(ThreadId child) { add({SideEffect::Kind::create, world().current, child, {}}); }
  void joined(ThreadId ended) { add({SideEffect::Kind::join, world().current, ended, {}}); }

 private:
  void add(const SideEffect& side_effect);

  std::array<SideEffect, 512> side_effects_{};
  std::size_t count_ = 0;
  bool overflowed_ = false;
};

inline SideEffectLog& side_effect_log() { return static_part(runtime().side_effect_log); }

// No other thread can observe the side effects of the only live thread.
inline bool logs_side_effects() { return flags().reorders && !is_alone(); }

inline void note_block_use(std::uintptr_t block) {
  if (logs_side_effects()) side_effect_log().access(life_of_block(block), AccessMode::read);
}

// Maximum number of accessed bytes that an operation can name.  Further bytes are logged as side
// effects, except the `announced` bytes, which are known from the operation.
inline constexpr std::size_t kWidestOperation = 255;
void note_wide_access(std::uintptr_t address, std::size_t size, AccessMode mode,
                      std::size_t announced = kWidestOperation);

// REQUIRES: the block is in use.
void note_block_end(const void* block);
void note_allocation(const void* block);

// Logs that pages are given up.  Every use of their blocks counts as a use of the pages.
void note_pages_end(std::uintptr_t address, std::size_t size);

// Logs the end of the current thread's stack.
inline void note_stack_end() {
  if (logs_side_effects()) side_effect_log().access(stack_of(world().current), AccessMode::write);
}

// Logs that the current thread comes to an operation on a synchronisation object, or initialises
// one: see interpose/threads/initialise.cpp.
void note_arrival(ObjectId object);
void note_initialisation(ObjectId object);

inline void note_foreign_stack_use(ThreadId owner) {
  if (logs_side_effects()) side_effect_log().access(stack_of(owner), AccessMode::read);
}

}  // namespace heddle::native
