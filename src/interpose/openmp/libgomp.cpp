#include "interpose/openmp/libgomp.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace heddle::native::openmp {

void* find_in_library(const char* name) {
  const EngineScope engine;
  void* function = ::dlsym(RTLD_NEXT, name);
  if (function != nullptr) return function;
  const bool is_of_clang = std::string_view(name).starts_with("__kmpc");
  void* const library = ::dlopen(is_of_clang ? "libomp.so.5" : "libgomp.so.1", RTLD_NOW);
  if (library != nullptr) function = ::dlsym(library, name);
  if (function != nullptr) return function;
  std::fprintf(stderr,
               "heddle: the program calls %s, and no OpenMP library that has it is found; "
               "install libgomp1.\n",
               name);
  std::_Exit(2);
}

}  // namespace heddle::native::openmp
