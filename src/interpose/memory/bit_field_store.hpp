// A store to a bit-field, which code of g++ announces as a store alone: it loads the memory unit
// that holds the bit-field, changes some bits, and stores the unit.  So the store is two scheduling
// points, before the load and before the store.
//
// The code does both behind the call, without a scheduling point in between.  So the call itself
// remembers the memory before the second scheduling point, and puts it back behind that.  Then the
// code loads what it would have loaded before.  The memory is one memory location of C++, whatever
// number of bit-fields it holds, and the code stores to it next.
#pragma once

#include <array>
#include <cstring>

#include "interpose/memory/plain_access.hpp"
#include "monitors/events.hpp"
#include "runtime/number_of.hpp"
#include "snapshot/block_hash.hpp"
#include "snapshot/liveness/update_after_store.hpp"

namespace heddle::native {

// A structure announces a sequence of bit-fields in one piece.  Longer ones are stored in one step.
inline constexpr std::size_t kLongestUnit = 256;

inline bool is_store_of_part(const PlainAccess& store, Site site) {
  return store.writes() && store.is_point && store.size <= kLongestUnit &&
         is_bit_field_store(site, is_on_stack(world().current, store.address));
}

// Pauses before the access if it is a scheduling point, and passes it to the monitors.
[[gnu::always_inline]] inline void pause_for(PlainAccess& access, Site site, ObjectId others) {
  decide_pause(access);
  if (access.pauses) announce_access(access, site, others);
  watch(access, access.pauses, site);
}

// Not inlined: other accesses need no room for the content.
[[gnu::noinline]] inline void store_part_in_two_steps(const PlainAccess& store, Site site) {
  void* const unit = reinterpret_cast<void*>(store.address);
  PlainAccess load = reading(unit, store.size);
  pause_for(load, site, kNoObject);
  std::array<char, kLongestUnit> loaded;
  std::memcpy(loaded.data(), unit, store.size);
  // While the thread is paused, the content is in a frame of the runtime: it shows in the
  // operation.
  const Fingerprint content = hash_of(loaded.data(), store.size, 0);
  PlainAccess change = store;
  pause_for(change, site, arguments(store.address, content.low));
  if (std::memcmp(unit, loaded.data(), store.size) != 0) {
    std::memcpy(unit, loaded.data(), store.size);
  }
}

}  // namespace heddle::native
