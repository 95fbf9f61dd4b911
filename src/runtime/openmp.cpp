#include "runtime/openmp.hpp"

#include <string_view>
#include <vector>

#include "runtime/engine_thread.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/root.hpp"

namespace heddle::native {

struct OpenMpLibraries {
  std::vector<MemoryRegion> regions;
  bool has_tasks = false;
};

namespace {

std::vector<MemoryRegion> find_libraries() {
  std::vector<MemoryRegion> found;
  for (const LoadedModule& module : loaded_modules()) {
    const std::string_view path = module.path;
    const std::string_view file = path.substr(path.rfind('/') + 1);
    for (const std::string_view start : {"libgomp.", "libomp.", "libomp5.", "libiomp5."}) {
      if (file.starts_with(start)) found.push_back({module.begin, module.end});
    }
  }
  return found;
}

const OpenMpLibraries& openmp_libraries() {
  OpenMpLibraries*& libraries = runtime().openmp_libraries;
  if (libraries == nullptr) {
    const EngineThread engine;
    const bool has_tasks = program_names("GOMP_task") || program_names("GOMP_taskloop") ||
                           program_names("GOMP_taskloop_ull");
    libraries = new OpenMpLibraries{find_libraries(), has_tasks};
  }
  return *libraries;
}

}  // namespace

bool uses_openmp_tasks() { return openmp_libraries().has_tasks; }

bool is_openmp(Site place) {
  const auto address = static_cast<std::uintptr_t>(place);
  for (const MemoryRegion& library : openmp_libraries().regions) {
    if (address >= library.begin && address < library.end) return true;
  }
  return false;
}

}  // namespace heddle::native
