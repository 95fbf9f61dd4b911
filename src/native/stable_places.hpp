// Numbers for places in the code and for objects that are the same in all processes of a program,
// wherever its libraries are loaded, and for all threads that run the same code.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/ids.hpp"
#include "runtime/memory_regions.hpp"

namespace heddle::native {

class StablePlaces {
 public:
  // Returns the file and the position in it; outside of all files, the address.
  std::uint64_t place(Site site);

  // Returns a static object's place in its file, and the position of others in their stack or heap
  // block.  The address of a block counts only if main allocated it: mostly before threads start.
  // An object without memory, such as the end of a thread, is 0.
  std::uint64_t object(ObjectId object);

 private:
  const LoadedModule* module_of(std::uintptr_t address);

  std::vector<LoadedModule> modules_;
  std::unordered_map<Site, std::uint64_t> known_;
};

}  // namespace heddle::native
