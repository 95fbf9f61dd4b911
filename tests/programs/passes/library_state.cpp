// What the C library remembers is the program's: every execution finds it as at the start.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>

void look_at_the_time() {
  const std::time_t now = std::time(nullptr);
  assert(std::localtime(&now) != nullptr);
}

int main() {
  assert(std::getenv("HEDDLE_TEST_STATE") == nullptr);
  setenv("HEDDLE_TEST_STATE", "set", 1);
  assert(std::rand() == 1804289383);  // the first number of the default seed
  std::thread other(look_at_the_time);
  look_at_the_time();
  other.join();
  assert(std::rand() == 846930886);
  assert(std::freopen("/dev/null", "w", stdout) != nullptr);
}
