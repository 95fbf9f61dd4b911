#include "runtime/foreign_allocator.hpp"

#include <dlfcn.h>

#include "runtime/memory_regions.hpp"
#include "runtime/stack_capture.hpp"

namespace heddle::native {
namespace {

// Whether the function is the file's own: a search that begins in a file goes on in those that it
// needs.
bool defines(void* file, const LoadedModule& module, const char* function) {
  const auto address = reinterpret_cast<std::uintptr_t>(::dlsym(file, function));
  return address >= module.begin && address < module.end && !is_ours(Site{address});
}

// Ours comes before the C library's everywhere, so that one is not used, and is not looked for.
bool is_c_library(const std::string& path) {
  return path.find("/libc.so") != std::string::npos || path.find("/ld-") != std::string::npos;
}

}  // namespace

std::string foreign_allocator() {
  bool is_executable = true;
  for (const LoadedModule& module : loaded_modules()) {
    const char* const path = is_executable ? nullptr : module.path.c_str();
    is_executable = false;
    if (is_c_library(module.path)) continue;
    void* const file = ::dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
    if (file == nullptr) continue;
    const bool found = defines(file, module, "malloc");
    ::dlclose(file);
    if (found) return module.path;
  }
  return {};
}

}  // namespace heddle::native
