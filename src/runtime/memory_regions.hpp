// Finds the program's memory: the writable data of the executable and of its libraries, its
// arguments and its environment.  Excludes the C library's and the runtime's data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::native {

// A region of memory.  It need not begin or end at a page boundary: the rest of such a page is
// never written.
struct MemoryRegion {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

std::vector<MemoryRegion> program_data();

// Returns the same including the system libraries' data, without the runtime's.
std::vector<MemoryRegion> writable_data();

// A loaded file, for mapping an address to a location in a file.
struct LoadedModule {
  std::string path;
  std::string build_id;     // hexadecimal; empty when the linker made none
  std::uintptr_t base = 0;  // address minus file address
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  bool instrumented = false;  // calls our instrumentation
};

std::vector<LoadedModule> loaded_modules();

// Whether this is a library of OpenMP: libgomp, libomp, libiomp5.
bool is_openmp_library(std::string_view path);

// Returns whether the executable or a library uses a function of that name.  Libraries of the
// system and of OpenMP, which define many, do not count.
bool program_names(const char* function);

}  // namespace heddle::native
