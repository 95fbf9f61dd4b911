// What memory counts as the program's: the writable data of the executable and of its libraries,
// its arguments and its environment.  Not the C library's, not ours.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::native {

// Need not begin or end at a page: what shares a page with it is never written.
struct MemoryRegion {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

std::vector<MemoryRegion> program_data();

// The same with the system's, without ours.
std::vector<MemoryRegion> writable_data();

// Every loaded file, for turning an address into a place in a file.
struct LoadedModule {
  std::string path;
  std::string build_id;     // hexadecimal; empty when the linker made none
  std::uintptr_t base = 0;  // address minus file address
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  bool instrumented = false;  // calls our instrumentation
};

std::vector<LoadedModule> loaded_modules();

// Whether the executable or a library that is not the system's uses a function of that name.
bool program_names(const char* function);

}  // namespace heddle::native
