// Bug: the environment is read before it is set.
#include <cassert>
#include <cstdlib>
#include <thread>

int main() {
  std::thread setter([] { setenv("HEDDLE_TEST_LATE", "1", 1); });
  const char* const value = std::getenv("HEDDLE_TEST_LATE");
  setter.join();
  assert(value != nullptr);
}
