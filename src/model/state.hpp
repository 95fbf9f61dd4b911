// The state of a model program: plain values, copied to be marked, compared to be recognised.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ids.hpp"
#include "core/verdict.hpp"
#include "model/program.hpp"
#include "sync/mutex.hpp"
#include "sync/parking.hpp"
#include "sync/rwlock.hpp"
#include "sync/semaphore.hpp"

namespace heddle::model {

struct ThreadState {
  std::uint32_t at = 0;         // the next instruction
  std::uint32_t last_read = 0;  // what local instructions compare
  std::uint32_t held = 0;       // how often the mutex of the wait in progress was held
  sync::Parking parking;        // parked: inside the wait at `at`
};

struct State {
  std::vector<std::uint32_t> cells;
  std::vector<sync::Mutex> mutexes;
  std::vector<sync::Semaphore> semaphores;
  std::vector<sync::RwLock> rwlocks;
  std::vector<ThreadState> threads;
};

State initial_state(const Program& program);

// Everything that the program's future depends on, as numbers: equal for equal states.
std::vector<std::uint64_t> contents(const State& state);
Fingerprint fingerprint(const State& state);

}  // namespace heddle::model
