#include "runtime/world.hpp"

#include <sys/mman.h>

namespace heddle::native {

void map_world() {
  static bool mapped = false;
  if (mapped) return;
  mapped = true;
  map_fixed(kWorldBase, kWorldSize, PROT_READ | PROT_WRITE);
  // Fresh pages are zero, which is what most of a World starts as; a Thread is set up when it is
  // born.
  world().current = kNoThread;
  world().last = kNoThread;
}

constinit ManagedHeap g_heap(nullptr);
constinit bool g_record_is_touched[kMaxThreads] = {};

void prepare_heap() {
  map_world();
  g_heap = ManagedHeap(world().arenas.data());
  flags().heap_is_ready = true;
}

}  // namespace heddle::native
