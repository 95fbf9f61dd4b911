// Memory between a worker and the relay of its rank.  The relay stands for the workers of all other
// ranks, which are on machines that share no memory.  Zeros are a valid beginning.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"
#include "core/splitmix.hpp"
#include "search/split/shared_queue.hpp"
#include "search/state/visit.hpp"

namespace heddle::search {

// A worker has reached a state of which another rank knows whether it is new.
struct Claim {
  std::uint64_t number = 0;  // ascends from 1
  Fingerprint state;
  std::uint64_t spent = 0;
  std::uint32_t depth = 0;
};

struct ClaimAnswer {
  std::uint64_t number = 0;
  Visit visit = Visit::fresh;
};

// Units of a budget of the whole search that this rank may use.
struct Lease {
  std::atomic<std::uint64_t> units;
  std::atomic<std::uint64_t> limit;     // of the whole search, if more units are wanted; else 0
  std::atomic<std::uint32_t> is_spent;  // there are no more
};

struct RankLink {
  // The relay has room for the answers to so many claims.
  static constexpr std::size_t kMostClaims = std::size_t{1} << 12U;

  std::uint32_t ranks;  // 0: all workers share this memory
  std::uint32_t rank;   // of the worker here
  // The creation path of a thread that needs an id, in the form of SplitHeader::threads; 0: none.
  std::atomic<std::uint64_t> wanted_thread;
  std::atomic<std::uint32_t> store;              // the StoreKind of the search
  std::atomic<std::uint32_t> waits_for_answers;  // the worker has nothing else to do
  Lease executions;
  Lease states;
  SharedQueue<Claim, kMostClaims> claims;
  SharedQueue<ClaimAnswer, kMostClaims> answers;
};

// Returns a number of which all bits depend on all of the state.
inline std::uint64_t mixed(const Fingerprint& state) {
  std::uint64_t seed = state.low ^ (state.high << 1U);
  return splitmix(seed);
}

// Returns the rank that knows whether the state is new.
inline std::uint32_t owner_of(const Fingerprint& state, std::uint32_t ranks) {
  return static_cast<std::uint32_t>((mixed(state) >> 32U) * ranks >> 32U);
}

}  // namespace heddle::search
