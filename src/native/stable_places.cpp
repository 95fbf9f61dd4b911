#include "native/stable_places.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/xxh3.hpp"
#include "runtime/memory_layout.hpp"
#include "runtime/world.hpp"

namespace heddle::native {
namespace {

// The regions that a number is relative to.
enum class Base : std::uint64_t { none, file, stack, thread_local_block, heap_of_main, heap };

std::uint64_t number_of(Base base, std::uint64_t first, std::uint64_t second) {
  const std::array<std::uint64_t, 3> parts = {static_cast<std::uint64_t>(base), first, second};
  return std::max<std::uint64_t>(XXH3_64bits(parts.data(), sizeof parts), 1);
}

std::uint64_t file_number(const LoadedModule& module) {
  const std::string_view path = module.path;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return XXH3_64bits(name.data(), name.size());
}

// Whether the object is no memory of the program: the end of a thread, its wake-up token.
bool is_no_memory(ObjectId object) {
  constexpr int kAddressBits = 48;
  return static_cast<std::uint64_t>(object) >> kAddressBits != 0;
}

}  // namespace

const LoadedModule* StablePlaces::module_of(std::uintptr_t address) {
  const auto find = [&]() -> const LoadedModule* {
    const auto found = std::find_if(modules_.begin(), modules_.end(), [&](const auto& module) {
      return address >= module.begin && address < module.end;
    });
    return found == modules_.end() ? nullptr : &*found;
  };
  const LoadedModule* found = find();
  if (found != nullptr) return found;
  modules_ = loaded_modules();  // the program may have loaded a library
  return find();
}

std::uint64_t StablePlaces::place(Site site) {
  const auto [known, is_new] = known_.try_emplace(site);
  if (!is_new) return known->second;
  const auto address = static_cast<std::uintptr_t>(site);
  const LoadedModule* const module = module_of(address);
  known->second = module == nullptr
                      ? number_of(Base::none, address, 0)
                      : number_of(Base::file, file_number(*module), address - module->base);
  return known->second;
}

std::uint64_t StablePlaces::object(ObjectId object) {
  if (object == kNoObject || is_no_memory(object)) return 0;
  const auto address = static_cast<std::uintptr_t>(object);
  if (is_on_any_stack(address)) {
    return number_of(Base::stack, (address - kStackBase) % kStackStride, 0);
  }
  if (address >= kControlBlockBase && address < kStackBase) {
    return number_of(Base::thread_local_block, (address - kControlBlockBase) % kControlBlockStride,
                     0);
  }
  if (!ManagedHeap::owns(reinterpret_cast<const void*>(address))) return place(Site{address});
  if ((address - kHeapBase) / kArenaStride == index(kMainThread)) {
    return number_of(Base::heap_of_main, address, 0);
  }
  const Placement placement = heap().locate(address);
  return number_of(Base::heap, placement.size, address - placement.block);
}

}  // namespace heddle::native
