#include "runtime/child_place.hpp"

#include <algorithm>

#include "runtime/scheduler.hpp"

namespace heddle::native {
namespace {

// Children of one thread that have ids of their own in any case: so many threads have names that
// differ, and a handle that was joined is known.
constexpr std::uint16_t kOwnIds = 8;

constinit std::uint32_t most_alive = 1;

// Returns an ended thread that its creator has joined, or null.  Every step of the joined thread is
// ordered before every step of a new one.  So the two are a single thread to all others, including
// their children, whose count continues.  The choice depends only on what the creator did.
// `is_own`: the creator has created it.
const Thread* joined_child(const Thread& creator, bool is_own) {
  const World& world = native::world();
  for (std::uint32_t i = 1; i < world.threads_seen; ++i) {
    const Thread& ended = world.threads[i];
    if (ended.handle != Handle::joined || ended.joined_by != creator.id) continue;
    if (!is_own || ended.creator == creator.id) return &ended;
  }
  return nullptr;
}

}  // namespace

std::uint32_t most_threads_alive() { return most_alive; }

ChildPlace place_of_child(Thread& creator) {
  most_alive = std::max(most_alive, world().living + 1);
  // A search that reorders steps follows each thread from its creation to its end.
  if (creator.children >= kOwnIds && !flags().reorders) {
    if (const Thread* const ended = joined_child(creator, true)) {
      return {ended->id, ended->ordinal};
    }
  }
  if (thread_paths().has_room(creator.id, creator.children)) {
    const std::uint16_t ordinal = creator.children++;
    return {thread_paths().child(creator.id, ordinal), ordinal};
  }
  if (const Thread* const ended = joined_child(creator, false)) {
    // Larger than that of any child before it, lest accesses behind the creation seem to precede
    // it.
    constexpr std::uint16_t kLast = 0xfffe;
    const std::uint16_t ordinal = std::min(creator.children, kLast);
    creator.children = static_cast<std::uint16_t>(ordinal + 1);
    return {ended->id, ordinal};
  }
  scheduler().refuse(
      "the program has more than 1022 threads that are alive or not joined by their creator: "
      "Heddle supports at most 1022; start fewer threads");
}

}  // namespace heddle::native
