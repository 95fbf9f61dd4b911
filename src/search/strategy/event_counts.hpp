// Counts the events of each thread, the objects they use, and the thread creations.  Learned from
// previous executions: the maximum of each count.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/dependence.hpp"
#include "search/engine/path.hpp"

namespace heddle::search {

class EventCounts {
 public:
  // The events that one execution focuses on.
  struct Subject {
    bool is_everything = true;
    ObjectId object = kNoObject;  // the events on it, otherwise

    bool includes(const Operation& operation) const {
      return is_everything || operation.object == object;
    }
  };

  // Notes the threads of the path's present state.  Called in each state of an execution.
  void saw(const Path& path);

  // `thread` is about to perform its pending operation there.
  void performs(const Path& path, ThreadId thread);

  void run_ended();

  std::uint64_t runs() const { return runs_; }

  // The objects that two threads or more have used, one of them to change it, in the order in which
  // they were met.
  std::vector<ObjectId> shared_objects() const;

  // Events of the thread, and of all threads that it creates, and so on.
  std::uint64_t with_children(ThreadId thread, const Subject& subject) const;

 private:
  struct Count {
    std::uint64_t most = 0;  // in one run
    std::uint64_t now = 0;   // in this one
  };
  struct Thread {
    bool is_known = false;
    ThreadId creator = kNoThread;  // it was there from the start
    Count all;
    std::unordered_map<ObjectId, Count> on;
  };
  struct Object {
    std::uint32_t threads = 0;
    bool is_changed = false;
  };

  static void add(Count& count) {
    if (++count.now > count.most) count.most = count.now;
  }
  Thread& known(ThreadId thread);

  std::vector<Thread> threads_;  // by index
  std::vector<ObjectId> order_;
  std::unordered_map<ObjectId, Object> objects_;
  std::vector<Access> accesses_;
  std::uint64_t runs_ = 0;
};

}  // namespace heddle::search
