// Bug: the working directory changes before it is read.
#include <unistd.h>

#include <cassert>
#include <cstring>
#include <thread>

int main() {
  if (chdir("/") != 0) return 0;
  std::thread mover([] { assert(chdir("/usr") == 0); });
  char folder[64] = {};
  assert(getcwd(folder, sizeof folder) != nullptr);
  mover.join();
  assert(std::strcmp(folder, "/") == 0);
}
