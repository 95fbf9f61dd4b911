// What the instructions mean, on top of the meaning of mutexes, waits, semaphores and their kin.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/decision.hpp"
#include "core/failure.hpp"
#include "core/object_state.hpp"
#include "core/operation.hpp"
#include "model/program.hpp"
#include "model/state.hpp"
#include "system/relations.hpp"

namespace heddle::model {

// What a thread would do next.  REQUIRES: it has not ended.
Operation next_operation(const Program& program, const State& state, ThreadId thread);

// In how many ways it may do so now; 0 while it is blocked.
std::uint16_t alternatives(const Program& program, const State& state, ThreadId thread);

// How the object that the operation accesses stands.
ObjectState object_state(const State& state, const Operation& operation, ObjectId object);

// A sum over what the thread keeps to itself.
std::uint64_t own_state(const ThreadState& thread);

bool has_ended(const Program& program, const State& state, ThreadId thread);

// What a step did.
struct Effect {
  std::uint64_t result = 0;  // value read, written or chosen; whether a try succeeded
  MemoryChange change = MemoryChange::some;
  std::vector<ThreadId> woken;  // by a signal, a broadcast or the last at a barrier
  FailureKind kind = FailureKind::misuse;
  std::string failure;  // empty: nothing went wrong
};

// Performs the next operation and the local instructions behind it.  REQUIRES: the alternative is
// below alternatives().
Effect perform(const Program& program, State& state, Decision decision);

// Runs the local instructions that a thread begins with.
Effect begin(const Program& program, State& state, ThreadId thread);

}  // namespace heddle::model
