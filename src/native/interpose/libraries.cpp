// Libraries that a program loads while it runs.  One that is loaded already, because the program is
// linked with it or loaded it before main, is part of the state that executions begin with.
// Another one is refused: its data would not be rolled back, and its constructors would run once.
#include <dlfcn.h>

#include <cstdio>

#include "native/interpose/interpose.hpp"

namespace heddle::native {

HEDDLE_INTERPOSE void* dlopen(const char* path, int mode) noexcept {
  // A call in tail position: which folders are searched depends on who calls.
  if (!controlled()) return HEDDLE_ORIGINAL(dlopen)(path, mode);
  void* loaded = nullptr;
  {
    const EngineScope engine;
    loaded = HEDDLE_ORIGINAL(dlopen)(path, mode | RTLD_NOLOAD);
  }
  if (loaded != nullptr || (mode & RTLD_NOLOAD) != 0) return loaded;
  char sentence[900];
  std::snprintf(sentence, sizeof sentence,
                "the program loads the library '%.400s' while it is explored, which Heddle cannot "
                "roll back: link the program with it too (-Wl,--no-as-needed), or load it before "
                "main",
                path);
  conductor().refuse(sentence);
}

// Who was there when the execution began stays for the next one.
HEDDLE_INTERPOSE int dlclose(void* library) noexcept {
  if (!controlled()) return HEDDLE_ORIGINAL(dlclose)(library);
  return 0;
}

HEDDLE_INTERPOSE void* dlmopen(Lmid_t space, const char* path, int mode) noexcept {
  if (!controlled()) return HEDDLE_ORIGINAL(dlmopen)(space, path, mode);
  conductor().refuse(
      "the program calls dlmopen: what it loads would have a C library of its own, which Heddle "
      "does not control");
}

}  // namespace heddle::native
