#include "interpose/openmp/libgomp.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

#include "runtime/memory_regions.hpp"

namespace heddle::native::openmp {
namespace {

void* find_in(std::initializer_list<const char*> libraries, const char* name) {
  for (const char* const file : libraries) {
    void* const library = ::dlopen(file, RTLD_NOW);
    void* const function = library == nullptr ? nullptr : ::dlsym(library, name);
    if (function != nullptr) return function;
  }
  return nullptr;
}

}  // namespace

void* find_in_library(const char* name) {
  const EngineScope engine;
  void* function = ::dlsym(RTLD_NEXT, name);
  if (function != nullptr) return function;
  const bool is_of_clang =
      std::string_view(name).starts_with("__kmpc") || program_names("__kmpc_fork_call");
  if (is_of_clang) {
    function = find_in({"libomp.so.5", "libomp.so", "libiomp5.so"}, name);
  } else {
    function = find_in({"libgomp.so.1"}, name);
  }
  if (function != nullptr) return function;
  std::fprintf(stderr,
               "heddle: the program calls %s, and no OpenMP library that has it is found; "
               "install %s.\n",
               name, is_of_clang ? "libomp-dev" : "libgomp1");
  std::_Exit(2);
}

}  // namespace heddle::native::openmp
