// Names of temporary files are the same in every execution, also of files that were left behind.
// What the first execution was given stays in a file, with which the others compare.
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>
#include <string>
#include <thread>

namespace {

std::mutex mutex;
std::set<std::string> names;

void add(const char* name) {
  assert(name != nullptr && *name != 0);
  const std::lock_guard lock(mutex);
  const bool is_new = names.insert(name).second;
  assert(is_new);
}

void make_and_leave() {
  char file[] = "fileXXXXXX";
  assert(mkstemp(file) >= 0);
  add(file);
  char with_suffix[] = "fileXXXXXX.txt";
  assert(mkstemps(with_suffix, 4) >= 0);
  assert(std::string(with_suffix).ends_with(".txt"));
  add(with_suffix);
  char folder[] = "folderXXXXXX";
  assert(mkdtemp(folder) == folder);
  struct stat facts {};
  assert(stat(folder, &facts) == 0 && S_ISDIR(facts.st_mode));
  add(folder);
  char wrong[] = "XXXXX";
  assert(mkstemp(wrong) == -1 && errno == EINVAL);
}

// They only name.
void name_files() {
  char buffer[L_tmpnam];
  assert(tmpnam_r(buffer) == buffer);
  add(buffer);
  char* const own = tempnam(".", "own");
  add(own);
  free(own);
}

void compare_with_the_first() {
  std::string all;
  for (const std::string& name : names) all += name + "\n";
  std::ifstream before("names_of_the_first");
  if (before) {
    assert(all == std::string(std::istreambuf_iterator<char>(before), {}));
  } else {
    std::ofstream("names_of_the_first") << all;
  }
}

}  // namespace

int main() {
  make_and_leave();
  std::thread other(name_files);
  name_files();
  other.join();
  compare_with_the_first();
}
