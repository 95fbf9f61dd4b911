// Finds deadlocks that an execution did not run into but could have: threads that take the same
// locks in different orders (Havelund's Goodlock, with gate locks and with what creating and
// joining threads puts in order).
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/ids.hpp"
#include "races/synchronisation.hpp"

namespace heddle::races {

struct LockTake {
  ObjectId lock = kNoObject;
  bool waits = true;       // until the lock is free, however long; false: gives up at once or later
  bool is_shared = false;  // for reading, with others
  std::vector<Site> stack;
};

// A thread that held one lock when it took the next.
struct LockStep {
  ThreadId thread = kNoThread;
  LockTake held;
  LockTake wanted;
};

// Each thread wants what the next one holds, and the last one what the first holds.
using LockCycle = std::vector<LockStep>;

class LockOrder {
  struct Held {
    ObjectId lock = kNoObject;
    bool is_shared = false;
  };
  struct Edge {
    LockStep step;
    std::vector<Held> held;  // everything that was
    std::uint32_t time = 0;  // of its thread
    ClockVector clock;       // by creations and joins alone
  };

 public:
  // The locks taken in one execution so far.
  class Execution {
    friend class LockOrder;
    Synchronisation threads_;
    std::unordered_map<std::uint32_t, std::vector<LockTake>> held_;  // by thread
    std::unordered_map<ObjectId, std::vector<Edge>> edges_;          // by the lock held
    std::unordered_set<ObjectId> in_cycles_;                         // of the cycles found
  };

  // A new execution; cycles that were found stay.
  void reset();
  const Execution& execution() const { return execution_; }
  // Returns to an earlier moment of an execution.
  void return_to(const Execution& execution) { execution_ = execution; }

  void created(ThreadId creator, ThreadId child) { execution_.threads_.created(creator, child); }
  void joined(ThreadId thread, ThreadId ended) { execution_.threads_.joined(thread, ended); }

  void taken(ThreadId thread, const LockTake& take);
  void released(ThreadId thread, ObjectId lock);
  // The locks from `begin` to before `end` are no more; others may come to their places.
  void forget(ObjectId begin, ObjectId end);

  // One for each set of places in the code.  Cycles of more than four threads: one for
  // each strongly connected component of locks, a shortest one through the edge that closed it.
  const std::vector<LockCycle>& cycles() const { return cycles_; }

 private:
  bool is_known(const Edge& edge) const;
  static bool may_meet(const Edge& a, const Edge& b);
  static bool fits(const std::vector<const Edge*>& path, const Edge& next);
  bool search(std::vector<const Edge*>& path);
  void search_longer(const Edge& closing);
  void note(const std::vector<const Edge*>& path);

  Execution execution_;
  std::set<std::vector<std::vector<Site>>> known_;  // places, as stacks
  std::vector<LockCycle> cycles_;
  std::uint64_t visits_ = 0;  // of edges, in the search for longer cycles
};

}  // namespace heddle::races
