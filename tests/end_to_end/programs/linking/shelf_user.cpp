// Two threads use the shelf; with LOADED the library is loaded by the program, not by the linker.
#include <pthread.h>

#include <cassert>

#include "shelf.hpp"

#ifdef LOADED
#include <dlfcn.h>

namespace {
void* library = nullptr;
void load() { library = dlopen("./libshelf.so", RTLD_NOW); }
template <typename Function>
Function* find(Function&, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}
#ifdef EARLY
const int loaded = (load(), 0);
#endif
}  // namespace
#define put find(put, "put")
#define count_numbers find(count_numbers, "count_numbers")
#endif

namespace {
void* put_one(void*) {
  put(1);
  return nullptr;
}
}  // namespace

int main() {
#ifdef LOADED
#ifndef EARLY
  load();
#endif
  assert(library != nullptr);
#endif
  pthread_t thread;
  pthread_create(&thread, nullptr, put_one, nullptr);
  put(2);
  pthread_join(thread, nullptr);
  assert(count_numbers() == 3);
#ifdef LOADED
  assert(dlclose(library) == 0);
#endif
}
