// Telling a spinning thread from a working one.
//
// A thread that repeats an atomic operation which changes nothing, and says that it is only passing
// time (a yield call, a pause instruction), is spinning.  libstdc++ does so up to sixteen times
// before it sleeps in std::atomic::wait, std::latch and the like; each look would be a scheduling
// point that differs in nothing from the one before.  So up to kFreeRepeats such repeats pass
// without a scheduling point, as long as nobody else moved in between and the value is the same;
// then the thread is paused and shown as yielding, which is what a fair search goes by.
//
// A thread that spins without any hint is never let through, only shown as yielding.
#pragma once

#include <cstdint>

#include "core/operation.hpp"
#include "native/world.hpp"

namespace heddle::native {

inline constexpr std::uint16_t kFreeRepeats = 32;

// The program called sched_yield or the like.
void hint_spinning();

// Whether the atomic operation about to be performed on a cell that holds `value` repeats the
// thread's last one in vain and may pass without a scheduling point.  Also decides whether the
// thread counts as yielding.
bool repeats_in_vain(Thread& self, const Operation& operation, std::uint64_t value);

// Notes an atomic operation that was performed; `idle` when it changed nothing.
void note_atomic(Thread& self, const Operation& operation, std::uint64_t value, bool idle);

}  // namespace heddle::native
