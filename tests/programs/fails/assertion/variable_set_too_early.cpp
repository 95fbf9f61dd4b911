// Bug: the environment is changed before it is read.
#include <cassert>
#include <cstdlib>
#include <thread>

int main() {
  std::thread setter([] { setenv("HEDDLE_TEST_EARLY", "1", 1); });
  const char* const value = std::getenv("HEDDLE_TEST_EARLY");
  setter.join();
  assert(value == nullptr);
}
