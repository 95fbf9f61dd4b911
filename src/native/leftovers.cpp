#include "native/leftovers.hpp"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "native/engine_scope.hpp"

namespace heddle::native {
namespace {

struct Leftover {
  std::string path;  // absolute
  dev_t device = 0;
  ino_t file = 0;
};

// Never destroyed: see the conductor.
std::vector<Leftover>& leftovers() {
  static auto* const all = new std::vector<Leftover>;
  return *all;
}

}  // namespace

void note_temporary(const char* path) {
  const EngineScope engine;
  struct stat facts {};
  char* const absolute = ::realpath(path, nullptr);
  if (absolute == nullptr) return;
  if (::lstat(absolute, &facts) == 0) {
    leftovers().push_back({absolute, facts.st_dev, facts.st_ino});
  }
  ::free(absolute);
}

void remove_leftovers() {
  // What was made last may lie in what was made first.
  for (auto at = leftovers().rbegin(); at != leftovers().rend(); ++at) {
    struct stat facts {};
    if (::lstat(at->path.c_str(), &facts) != 0) continue;
    // Under this name may be something else by now.
    if (facts.st_dev != at->device || facts.st_ino != at->file) continue;
    if (S_ISDIR(facts.st_mode)) {
      ::rmdir(at->path.c_str());
    } else {
      ::unlink(at->path.c_str());
    }
  }
  leftovers().clear();
}

}  // namespace heddle::native
