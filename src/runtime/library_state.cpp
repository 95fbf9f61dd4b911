#include "runtime/library_state.hpp"

#include <new>

#include "runtime/world.hpp"

namespace heddle::native {

void prepare_library_state() {
  World& world = native::world();
  if (world.library != nullptr) return;
  void* const block = heap().allocate(kMainThread, sizeof(LibraryState), alignof(LibraryState));
  world.library = new (block) LibraryState;
  // As if seeded with 1.
  LibraryState& state = *world.library;
  ::initstate_r(1, state.random_table.data(), state.random_table.size(), &state.random);
}

LibraryState& library_state() { return *world().library; }

}  // namespace heddle::native
