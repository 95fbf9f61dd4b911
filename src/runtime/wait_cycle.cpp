#include "runtime/wait_cycle.hpp"

#include <algorithm>

#include "runtime/blocked_by.hpp"

namespace heddle::native {

namespace {

// Follows who waits for whom, each thread once, until it comes back to the first.
class Search {
 public:
  explicit Search(ThreadId first) : first_(first) {}

  std::vector<ThreadId> found() {
    if (!leads_back(first_)) return {};
    return {path_.begin(), path_.end()};
  }

 private:
  bool leads_back(ThreadId at) {
    seen_.push_back(at);
    path_.push_back(at);
    const Thread& thread = native::thread(at);
    const bool waits_for_ever = is_waiting(thread) && thread.deadline == kNever;
    if (waits_for_ever) {
      for (const ThreadId next : all_blocked_by(thread)) {
        if (next == first_) return true;
        if (std::find(seen_.begin(), seen_.end(), next) == seen_.end() && leads_back(next)) {
          return true;
        }
      }
    }
    path_.pop_back();
    return false;
  }

  // Where livelocks are ignored, this is asked at every state: no need to allocate.
  using Threads = boost::container::small_vector<ThreadId, 16>;

  ThreadId first_;
  Threads seen_;
  Threads path_;
};

}  // namespace

std::vector<ThreadId> wait_cycle() {
  const World& world = native::world();
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    if (!is_waiting(world.threads[i])) continue;
    if (std::vector<ThreadId> found = Search(thread_id(i)).found(); !found.empty()) return found;
  }
  return {};
}

}  // namespace heddle::native
