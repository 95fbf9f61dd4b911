#include "runtime/openmp.hpp"

#include <algorithm>
#include <initializer_list>
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
    if (is_openmp_library(module.path)) found.push_back({module.begin, module.end});
  }
  return found;
}

bool names_any(std::initializer_list<const char*> functions) {
  return std::any_of(functions.begin(), functions.end(), program_names);
}

// The linker leaves the library out of a program that finds all its functions here.
bool names_region() {
  return names_any({"GOMP_parallel", "GOMP_parallel_sections", "GOMP_parallel_loop_static",
                    "GOMP_parallel_loop_dynamic", "GOMP_parallel_loop_guided",
                    "GOMP_parallel_loop_runtime", "GOMP_parallel_loop_nonmonotonic_dynamic",
                    "GOMP_parallel_loop_nonmonotonic_guided",
                    "GOMP_parallel_loop_nonmonotonic_runtime",
                    "GOMP_parallel_loop_maybe_nonmonotonic_runtime", "__kmpc_fork_call"});
}

const OpenMpLibraries& openmp_libraries() {
  OpenMpLibraries*& libraries = runtime().openmp_libraries;
  if (libraries == nullptr) {
    const EngineThread engine;
    const bool has_tasks =
        names_any({"GOMP_task", "GOMP_taskloop", "GOMP_taskloop_ull", "__kmpc_omp_task",
                   "__kmpc_omp_task_with_deps", "__kmpc_taskloop", "__kmpc_taskloop_5"});
    libraries = new OpenMpLibraries{find_libraries(), has_tasks};
    flags().has_openmp = names_region() || !libraries->regions.empty();
  }
  return *libraries;
}

}  // namespace

void find_openmp() { openmp_libraries(); }

bool uses_openmp_tasks() { return openmp_libraries().has_tasks; }

bool is_openmp(Site place) {
  const auto address = static_cast<std::uintptr_t>(place);
  for (const MemoryRegion& library : openmp_libraries().regions) {
    if (address >= library.begin && address < library.end) return true;
  }
  return false;
}

}  // namespace heddle::native
