// Happens-before as C++ defines it: vector clocks of threads and of the objects by which they
// synchronise.  Only its memory order decides what an atomic orders; a relaxed one orders nothing.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/clock_vector.hpp"
#include "core/ids.hpp"

namespace heddle::races {

// std::memory_order by number.
constexpr bool acquires(std::uint32_t order) {
  return order == 1 || order == 2 || order == 4 || order == 5;
}
constexpr bool releases(std::uint32_t order) { return order >= 3; }

class Synchronisation {
 public:
  // Starts a new execution with only the main thread.
  void reset();

  const ClockVector& clock(ThreadId thread) { return of(thread).clock; }
  std::uint32_t time(ThreadId thread) { return of(thread).clock.at(thread); }
  // The same without allocating; null and 0 for a thread never heard of.
  const ClockVector* known_clock(ThreadId thread) const {
    return index(thread) < threads_.size() ? &threads_[index(thread)].clock : nullptr;
  }
  std::uint32_t known_time(ThreadId thread) const {
    const ClockVector* const clock = known_clock(thread);
    return clock != nullptr ? clock->at(thread) : 0;
  }

  void created(ThreadId creator, ThreadId child);
  void joined(ThreadId thread, ThreadId ended);

  // Locks, semaphores and the like: an acquire is ordered after all earlier releases.
  void acquire(ThreadId thread, ObjectId object);
  void release(ThreadId thread, ObjectId object);
  // Read-write locks: readers are ordered after writers, and writers after both.
  void acquire_for_reading(ThreadId thread, ObjectId object) { acquire(thread, object); }
  void acquire_for_writing(ThreadId thread, ObjectId object);
  void release_from_reading(ThreadId thread, ObjectId object);

  // Atomic operations.
  void load(ThreadId thread, ObjectId cell, std::uint32_t order);
  void store(ThreadId thread, ObjectId cell, std::uint32_t order);
  // A read and a write in one: it continues the release sequence that it reads from.
  void update(ThreadId thread, ObjectId cell, std::uint32_t order);
  void fence(ThreadId thread, std::uint32_t order);

  // Removes a destroyed object; a new one may reuse its address.
  void forget(ObjectId object) { objects_.erase(object); }

 private:
  struct OfThread {
    ClockVector clock;
    ClockVector released;  // by its last release fence: what a relaxed store gives away
    ClockVector seen;      // by relaxed loads: what an acquire fence takes
  };
  struct OfObject {
    std::uint64_t execution = 0;
    ClockVector clock;
    ClockVector readers;
  };

  OfThread& of(ThreadId thread);
  OfObject& at(ObjectId object);

  std::vector<OfThread> threads_;
  // Kept from one execution to the next, which mostly has the same objects, to avoid allocations.
  std::unordered_map<ObjectId, OfObject> objects_;
  std::uint64_t execution_ = 1;
};

}  // namespace heddle::races
