// Semantics of the instructions, based on those of mutexes, waits, semaphores and the like.
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

// Returns the pending operation of a thread.  REQUIRES: it has not ended.
Operation next_operation(const Program& program, const State& state, ThreadId thread);

// Returns in how many ways the thread may perform it now; 0 while it is blocked.
std::uint16_t alternatives(const Program& program, const State& state, ThreadId thread);

// Returns the state of the object that the operation accesses.
ObjectState object_state(const State& state, const Operation& operation, ObjectId object);

// Returns a checksum of the thread's private state.
std::uint64_t own_state(const ThreadState& thread);

bool has_ended(const Program& program, const State& state, ThreadId thread);

// The effect of a step.
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

// Performs the local instructions at the beginning of a thread.
Effect begin(const Program& program, State& state, ThreadId thread);

}  // namespace heddle::model
