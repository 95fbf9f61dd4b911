#include "runtime/world.hpp"

#include <sys/mman.h>

namespace heddle::native {

void map_world() {
  if (runtime().world_is_mapped) return;
  runtime().world_is_mapped = true;
  map_fixed(kWorldBase, kWorldSize, PROT_READ | PROT_WRITE);
  // Fresh pages are zero, which is what most of a World starts as; a Thread is set up when it is
  // born.
  world().current = kNoThread;
  world().last = kNoThread;
}

void prepare_heap() {
  map_world();
  runtime().heap = ManagedHeap(world().arenas.data());
  flags().heap_is_ready = true;
}

}  // namespace heddle::native
