// Decides whether, and in how many ways, a paused thread may perform its announced operation.  All
// rules for blocking are here.  So is the rule for time: clocks advance only when no thread is
// enabled and some wait has a deadline, or when the search lets a wait time out early.
#pragma once

#include <cstdint>

#include "core/chosen_set.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

// Returns in how many ways the thread may perform `pending`; 0 while it is blocked.
std::uint16_t alternatives_of_wait(const Thread& thread);
inline std::uint16_t alternatives(const Thread& thread) {
  // Memory accesses never block.
  return is_memory_access(thread.pending.kind) ? std::uint16_t{1} : alternatives_of_wait(thread);
}

// For the limits of early timeouts and spurious wake-ups in the World: any number.
inline constexpr std::uint32_t kUnlimitedWaits = 0xffff'ffff;

// Returns whether only a spurious wake-up lets the thread move, and their number is unlimited.  A
// program whose threads all depend on one is in a deadlock.
bool depends_on_spurious_wakeup(const Thread& thread);

enum class Wake : std::uint8_t { woken, timed_out, spurious, cancelled };

// Returns how a thread chosen with `alternative` returns from a wait, a sleep or a timed lock.
// Advances the clock and consumes the budgets of early time-outs and spurious wake-ups.
Wake take_wake(Thread& thread);

// Calls `visit(thread)` for each thread that waits on the object, by ascending id.
template <typename Visit>
void for_each_waiter(ObjectId object, Visit visit) {
  const World& world = native::world();
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    const Thread& thread = world.threads[i];
    if (thread.life == Life::announced && thread.parking.waits_on(object)) visit(thread);
  }
}

// Returns whether a futex waiter and a wake-up share a bit; kNoObject stands for all bits.
bool shares_bits(const Thread& waiter, ObjectId bits);

// Returns how many threads wait on the object.  Waits on a futex may name bits
// (Operation::second); given bits, only waits that share one of them count.
std::uint64_t count_waiters(ObjectId object, ObjectId bits = kNoObject);

// Calls `visit(thread)`, which may write to it, for `count` of these waiters.  `rank` selects the
// set of that size, in lexicographic order.
template <typename Visit>
void choose_waiters(ObjectId object, std::uint64_t count, std::uint64_t rank, ObjectId bits,
                    Visit visit) {
  ChosenSet chosen(count_waiters(object, bits), count, rank);
  for_each_waiter(object, [&](const Thread& thread) {
    if (shares_bits(thread, bits) && chosen.takes_next()) visit(writable_thread(thread.id));
  });
}

// Wakes `count` of these waiters: those that the current thread's alternative selects.  Returns
// the number of woken threads and the first of them.
struct Woken {
  std::uint32_t count = 0;
  ThreadId first = kNoThread;
};
Woken wake_waiters(ObjectId object, std::uint64_t count, std::uint16_t alternative,
                   ObjectId bits = kNoObject);

}  // namespace heddle::native
