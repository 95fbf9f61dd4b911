// The side effects of the last step, for searches that reorder steps: a step that frees a block
// does not commute with one that uses it.  Fibers fill the log, so it must not allocate.  It is not
// rolled back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/hidden_objects.hpp"
#include "monitors/block_log.hpp"
#include "runtime/world.hpp"
#include "system/side_effect.hpp"

namespace heddle::native {

// Whether the search reorders steps.  If so, side effects are logged.  The last live thread then
// pauses like any other until it has joined the threads that ended before it: its side effects may
// conflict with theirs.
[[gnu::visibility("hidden")]] extern bool g_reorders;

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

[[gnu::visibility("hidden")]] extern SideEffectLog g_side_effects;

// No other thread can observe the side effects of the only live thread.
inline bool logs_side_effects() { return g_reorders && !is_alone(); }

inline void note_block_use(std::uintptr_t block) {
  if (logs_side_effects()) g_side_effects.access(life_of_block(block), AccessMode::read);
}

// Maximum number of accessed bytes that an operation can name.  Further bytes are logged as side
// effects, except the `announced` bytes, which are known from the operation.
inline constexpr std::size_t kWidestOperation = 255;
void note_wide_access(std::uintptr_t address, std::size_t size, AccessMode mode,
                      std::size_t announced = kWidestOperation);

// REQUIRES: the block is in use.
void note_block_end(const void* block);
void note_allocation(const void* block);

inline void note_creation(ThreadId child) {
  if (g_reorders) g_side_effects.created(child);
}

// Notes a join in the World and in the logs.
inline void note_join(Thread& ended) {
  if (g_block_watch == BlockWatch::log) g_block_log.joined(ended.id);
  if (g_reorders) g_side_effects.joined(ended.id);
  note_joined(ended);
}

// Logs the end of the current thread's stack.
inline void note_stack_end() {
  if (logs_side_effects()) g_side_effects.access(stack_of(world().current), AccessMode::write);
}

inline void note_foreign_stack_use(ThreadId owner) {
  if (logs_side_effects()) g_side_effects.access(stack_of(owner), AccessMode::read);
}

}  // namespace heddle::native
