#include "snapshot/initial_state.hpp"

#include <sys/mman.h>

#include <cstring>

#include "runtime/library_state.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/protect_memory.hpp"
#include "runtime/pthread_keys.hpp"
#include "runtime/scheduler.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

// From now on the runtime enforces the protection of pages, since it restores them.
void open_pages() {
  heap().for_each_unusable(kMainThread, [](std::uintptr_t begin, std::uintptr_t end) {
    protect_memory(begin, end - begin, PROT_READ | PROT_WRITE);
  });
}

}  // namespace

void InitialState::capture() {
  adopt_real_keys();
  prepare_library_state();
  open_pages();
  heap().seal(kMainThread);
  head_ = world();
  keys_ = world().keys;
  main_arena_ = world().arenas[index(kMainThread)];

  std::vector<MemoryRegion> regions = program_data();
  const std::uintptr_t heap_base = ManagedHeap::arena_base(kMainThread);
  const std::size_t heap_size = heap().used_bytes(kMainThread);
  if (heap_size > 0) regions.push_back({heap_base, heap_base + heap_size});
  dirty_pages().watch(regions);
}

void InitialState::restore() const {
  World& world = native::world();
  dirty_pages().restore();
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    std::memset(static_cast<void*>(&world.threads[i]), 0, sizeof world.threads[i]);
    world.arenas[i] = i == index(kMainThread) ? main_arena_ : Arena{};
  }
  if (world.keys_changed) world.keys = keys_;
  static_cast<WorldHead&>(world) = head_;
  scheduler().control_blocks().restore_variables(kMainThread);
}

}  // namespace heddle::native
