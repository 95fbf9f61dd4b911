#include "runtime/thread_handle.hpp"

#include "runtime/scheduler.hpp"

namespace heddle::native {

const Thread* find_thread(pthread_t handle) {
  const World& world = native::world();
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    const Thread& thread = world.threads[i];
    if (thread.life != Life::unborn && scheduler().control_blocks().handle(thread.id) == handle) {
      return &thread;
    }
  }
  return nullptr;
}

}  // namespace heddle::native
