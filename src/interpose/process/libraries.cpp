// Interposes the functions that load libraries at run time.  A library may be loaded already,
// because the program is linked with it or loaded it before main.  It is then part of the initial
// state of executions.  Any other library becomes part of it: the exploration begins again with the
// library loaded (wanted_library.hpp).
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "interpose/interpose.hpp"
#include "runtime/engine_thread.hpp"
#include "runtime/library_state.hpp"
#include "runtime/wanted_library.hpp"

namespace heddle::native {
namespace {

// Handles a name for which the loader finds no library, or none that it can load.  The loader's own
// state is not rolled back, so it runs on the engine's thread.  The program gets the error.
void fail_to_load(const char* path, int mode) {
  void* loaded = nullptr;
  LoaderError& error = library_state().loader_error;
  {
    const EngineThread engine;
    loaded = HEDDLE_ORIGINAL(dlopen)(path, mode);
    const char* const text = loaded == nullptr ? HEDDLE_ORIGINAL(dlerror)() : nullptr;
    std::snprintf(error.text.data(), error.text.size(), "%s", text != nullptr ? text : path);
  }
  if (loaded != nullptr) want_library(path);
  error.thread = world().current;
  error.is_set = true;
}

void load_library(const char* path, int mode) {
  std::string file;
  bool is_known = false;
  {
    const EngineThread engine;
    file = library_file(path);
    const std::vector<std::string>& known = early_libraries();
    is_known = std::find(known.begin(), known.end(), file) != known.end();
  }
  if (!file.empty() && !is_known) want_library(file);
  fail_to_load(path, mode);
  const EngineThread engine;  // which gave the text its memory
  std::string().swap(file);
}

}  // namespace

HEDDLE_INTERPOSE void* dlopen(const char* path, int mode) noexcept {
  // A call in tail position: the searched folders depend on the caller.
  if (!controlled()) return HEDDLE_ORIGINAL(dlopen)(path, mode);
  void* loaded = nullptr;
  {
    const EngineThread engine;  // the program must not get the error text
    loaded = HEDDLE_ORIGINAL(dlopen)(path, mode | RTLD_NOLOAD);
  }
  if (loaded != nullptr || (mode & RTLD_NOLOAD) != 0) return loaded;
  load_library(path, mode);
  return nullptr;
}

HEDDLE_INTERPOSE char* dlerror() noexcept {
  if (!controlled()) return HEDDLE_ORIGINAL(dlerror)();
  LoaderError& error = library_state().loader_error;
  if (!error.is_set || error.thread != world().current) return HEDDLE_ORIGINAL(dlerror)();
  error.is_set = false;
  return error.text.data();
}

// Keeps the library loaded: one that was present when the execution began is needed in the next
// execution.
HEDDLE_INTERPOSE int dlclose(void* library) noexcept {
  if (!controlled()) return HEDDLE_ORIGINAL(dlclose)(library);
  return 0;
}

HEDDLE_INTERPOSE void* dlmopen(Lmid_t space, const char* path, int mode) noexcept {
  if (!controlled()) return HEDDLE_ORIGINAL(dlmopen)(space, path, mode);
  scheduler().refuse(
      "the program calls dlmopen: the library would have its own C library, which Heddle does not "
      "control; use dlopen");
}

}  // namespace heddle::native
