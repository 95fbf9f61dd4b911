#include "runtime/wanted_library.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <memory>

#include "runtime/engine_thread.hpp"
#include "runtime/root.hpp"
#include "runtime/scheduler.hpp"

namespace heddle::native {

struct EarlyLibraries {
  std::string wanted;
  std::vector<std::string> loaded;
};

namespace {

EarlyLibraries& libraries() { return allocated_part(runtime().early_libraries); }

// The folders that the program's libraries are searched in, as the dynamic loader has them.
std::vector<std::string> search_path() {
  std::vector<std::string> folders;
  void* const program = ::dlopen(nullptr, RTLD_LAZY);
  Dl_serinfo size{};
  if (program == nullptr || ::dlinfo(program, RTLD_DI_SERINFOSIZE, &size) != 0) return folders;
  const std::unique_ptr<char[]> memory(new char[size.dls_size]());
  auto* const found = reinterpret_cast<Dl_serinfo*>(memory.get());
  found->dls_size = size.dls_size;
  found->dls_cnt = size.dls_cnt;
  if (::dlinfo(program, RTLD_DI_SERINFO, found) != 0) return folders;
  for (unsigned i = 0; i < found->dls_cnt; ++i)
    folders.emplace_back(found->dls_serpath[i].dls_name);
  return folders;
}

}  // namespace

std::string library_file(const char* name) {
  const auto exists = [](const std::string& file) { return ::access(file.c_str(), R_OK) == 0; };
  if (std::strchr(name, '/') != nullptr) return exists(name) ? name : "";
  for (const std::string& folder : search_path()) {
    const std::string file = folder + "/" + name;
    if (exists(file)) return file;
  }
  return {};
}

void want_library(const std::string& file) {
  char sentence[900];
  {
    const EngineThread engine;
    libraries().wanted = file;
    std::snprintf(
        sentence, sizeof sentence,
        "the program loads the library '%.400s' during the exploration: Heddle cannot roll that "
        "back; link the program with it (-Wl,--no-as-needed), or load it before main",
        file.c_str());
  }
  scheduler().refuse(sentence);
}

const std::string& wanted_library() { return libraries().wanted; }

std::vector<std::string>& early_libraries() { return libraries().loaded; }

}  // namespace heddle::native
