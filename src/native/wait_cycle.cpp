#include "native/wait_cycle.hpp"

#include <algorithm>

#include "native/blocked_by.hpp"

namespace heddle::native {

std::vector<ThreadId> wait_cycle() {
  const World& world = native::world();
  const auto next = [&](ThreadId id) {
    const Thread& thread = world.threads[index(id)];
    const bool waits_for_ever = thread.life == Life::announced && thread.deadline == kNever;
    return waits_for_ever ? blocked_by(thread) : kNoThread;
  };
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    std::vector<ThreadId> path;
    ThreadId at = thread_id(i);
    while (at != kNoThread && std::find(path.begin(), path.end(), at) == path.end()) {
      path.push_back(at);
      at = next(at);
    }
    if (at == thread_id(i)) return path;
  }
  return {};
}

}  // namespace heddle::native
