// Detects data races in one execution from its events, which must be passed in their order.
// Reports a race iff the execution contains one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/ids.hpp"
#include "races/access.hpp"
#include "races/recent_accesses.hpp"
#include "races/shadow_memory.hpp"
#include "races/synchronisation.hpp"

namespace heddle::races {

class RaceDetector {
 public:
  void reset();

  Synchronisation& synchronisation() { return synchronisation_; }

  void plain(ThreadId thread, std::uintptr_t address, std::size_t size, bool writes, Site site,
             RaceSink& sink);

  // Returns true if `plain` would find nothing new: the thread has made such an access before, and
  // nothing has happened since that matters.  Allocates nothing.
  bool is_repeated(ThreadId thread, std::uintptr_t address, std::size_t size, bool writes) const {
    return recent_.contains(thread, synchronisation_.known_time(thread), address, size, writes);
  }

  // Does the same as `plain` and returns true, if that finds no race and allocates nothing.
  // Otherwise changes nothing.
  bool plain_at_once(ThreadId thread, std::uintptr_t address, std::size_t size, bool writes,
                     Site site);

  enum class AtomicKind : std::uint8_t { load, store, update };
  // Handles an atomic access.  A compare-exchange that finds another value is a load.
  void atomic(ThreadId thread, AtomicKind kind, std::uintptr_t address, std::size_t size,
              std::uint32_t order, Site site, RaceSink& sink);

  // Handles an operation on a synchronisation object in this memory.  It races with plain writes,
  // as an atomic load does, but orders nothing: its edges are those of the object.
  void object_operation(ThreadId thread, std::uintptr_t address, std::size_t size, Site site,
                        RaceSink& sink);

  // Called before the heap block is freed.
  void freed(ThreadId thread, std::uintptr_t address, std::size_t size, Site site, RaceSink& sink);

  // Forgets the accesses to memory, whose block ends without a conflict.
  void forget(std::uintptr_t address, std::size_t size);

  // Called when a synchronisation object that is not an atomic begins to be used.
  void note_object(ObjectId object);

 private:
  // The last atomic write and the last atomic read of each thread.  They race with plain accesses,
  // not with each other.
  struct Atomic {
    std::uint64_t execution = 0;
    std::vector<Access> accesses;
  };

  static Access access_by(ThreadId thread, std::uint32_t clock, std::size_t size, Site site);
  void check_atomics(const Access& access, std::uintptr_t address, RaceSink& sink);
  Atomic& atomic_at(std::uintptr_t address);
  void note_atomic(const Access& access, std::uintptr_t address);
  void forget_objects(std::uintptr_t address, std::size_t size);

  Synchronisation synchronisation_;
  ShadowMemory shadow_;
  RecentAccesses recent_;
  std::unordered_map<std::uintptr_t, Atomic> atomics_;
  std::uint64_t execution_ = 1;
};

}  // namespace heddle::races
