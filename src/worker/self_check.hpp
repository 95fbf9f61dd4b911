// Determinism is checked, not assumed: before a search, some schedules are run twice and every step
// compared.
#pragma once

#include <cstdint>

#include "core/random.hpp"
#include "native/native_system.hpp"

namespace heddle::worker {

// Long enough for all tests that are meant to be explored.
inline constexpr std::uint64_t kMostRandomSteps = 2'000;

// Steps at random until the execution ends or has been long enough.
void run_at_random(native::NativeSystem& system, Random& random,
                   std::uint64_t most_steps = kMostRandomSteps);

// Whether the execution ended because its last step did not: every time costs all the patience that
// there is (--max-step-time), so it had better be the only one.  Not if other threads run beside
// such a step, which is soon interrupted then.
bool is_stuck(const native::NativeSystem& system);

// Runs a schedule chosen at random, and again.  REQUIRES: the caller restarts the system
// afterwards.  THROWS: Divergence when the second run differs from the first.
void check_repeats(native::NativeSystem& system, std::uint64_t seed);

}  // namespace heddle::worker
