// Loads a library that is not there, and one that is.
#include <dlfcn.h>

#include <cassert>
#include <cstring>
#include <thread>

int main() {
  assert(dlopen("./no_such_plugin.so", RTLD_NOW) == nullptr);
  const char* const error = dlerror();
  assert(error != nullptr && std::strstr(error, "no_such_plugin.so") != nullptr);
  assert(dlerror() == nullptr);
  assert(dlopen("libno_such_library.so.1", RTLD_NOW) == nullptr && dlerror() != nullptr);

  void* const plugin = dlopen("./libplugin.so", RTLD_NOW);
  assert(plugin != nullptr);
  const auto count_load = reinterpret_cast<int (*)()>(dlsym(plugin, "count_load"));
  int counted = 0;
  std::thread other([&] { counted = count_load(); });
  other.join();
  assert(counted == 1);  // in every execution
  dlclose(plugin);
}
