#include "model/state.hpp"

namespace heddle::model {
namespace {

template <typename Sink>
void visit(const State& state, Sink&& sink) {
  for (const std::uint32_t cell : state.cells) sink(cell);
  for (const sync::Mutex& mutex : state.mutexes) {
    sink(mutex.holder);
    sink(mutex.count);
  }
  for (const sync::Semaphore& semaphore : state.semaphores) sink(semaphore.count);
  for (const sync::RwLock& rwlock : state.rwlocks) {
    sink(rwlock.writer);
    sink(rwlock.readers);
    for (const std::uint16_t reader : rwlock.known) sink(reader);
  }
  for (const ThreadState& thread : state.threads) {
    sink(thread.at);
    sink(thread.last_read);
    sink(thread.held);
    sink(static_cast<std::uint64_t>(thread.parking.on));
    sink(thread.parking.woken ? 1 : 0);
  }
}

}  // namespace

State initial_state(const Program& program) {
  State state;
  state.cells.resize(program.cells());
  state.mutexes.resize(program.mutexes());
  state.semaphores.resize(program.semaphores());
  state.rwlocks.resize(program.rwlocks());
  state.threads.resize(program.threads.size());
  return state;
}

std::vector<std::uint64_t> contents(const State& state) {
  std::vector<std::uint64_t> numbers;
  visit(state, [&](std::uint64_t number) { numbers.push_back(number); });
  return numbers;
}

Fingerprint fingerprint(const State& state) {
  Fingerprint hash{0x9e3779b97f4a7c15ULL, 0xc2b2ae3d27d4eb4fULL};
  visit(state, [&](std::uint64_t number) {
    hash.low = (hash.low ^ number) * 0xff51afd7ed558ccdULL;
    hash.low ^= hash.low >> 32;
    hash.high = (hash.high ^ number) * 0xd6e8feb86659fd93ULL;
    hash.high ^= hash.high >> 29;
  });
  return hash;
}

}  // namespace heddle::model
