#include "runtime/library_state.hpp"

#include <new>

#include "runtime/world.hpp"
#include "snapshot/dirty_pages.hpp"

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

void roll_back(void* variable, std::size_t size) {
  const auto begin = reinterpret_cast<std::uintptr_t>(variable);
  dirty_pages().adopt({begin, begin + size});
}

}  // namespace heddle::native
