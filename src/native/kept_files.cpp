#include "native/kept_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "native/engine_scope.hpp"

namespace heddle::native {
namespace {

struct KeptFile {
  bool existed = false;
  std::string content;
  mode_t mode = 0;
};

std::map<std::string, KeptFile>& files() {
  static auto* const files = new std::map<std::string, KeptFile>;
  return *files;
}

// The program may change its folder.
std::string absolute(const char* path) {
  if (path[0] == '/') return path;
  char folder[PATH_MAX];
  if (::getcwd(folder, sizeof folder) == nullptr) return path;
  return std::string(folder) + "/" + path;
}

}  // namespace

void keep_file(const char* path) {
  const EngineScope engine;
  const std::string name = absolute(path);
  struct stat facts {};
  const bool exists = ::lstat(name.c_str(), &facts) == 0;
  if (exists && !S_ISREG(facts.st_mode)) return;  // a device, a folder: nothing that we could keep
  const auto [place, is_new] = files().try_emplace(name);
  if (!is_new || !exists) return;
  place->second.existed = true;
  place->second.mode = facts.st_mode & 07777U;
  std::ifstream file(name, std::ios::binary);
  place->second.content.assign(std::istreambuf_iterator<char>(file), {});
}

void restore_files() {
  for (const auto& [name, kept] : files()) {
    if (!kept.existed) {
      ::remove(name.c_str());
      continue;
    }
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kept.mode);
    if (file < 0) continue;
    (void)!::write(file, kept.content.data(), kept.content.size());
    ::close(file);
  }
}

}  // namespace heddle::native
