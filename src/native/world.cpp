#include "native/world.hpp"

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

ManagedHeap& heap() {
  // An offset into the World, computed without touching it: the heap is used before anything else
  // is.
  static constinit ManagedHeap heap(nullptr);
  static bool ready = false;
  if (!ready) {
    map_world();
    heap = ManagedHeap(world().arenas.data());
    ready = true;
  }
  return heap;
}

}  // namespace heddle::native
