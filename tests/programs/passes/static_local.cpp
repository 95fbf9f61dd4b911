// A function-local static is initialised once, whoever comes first, and the other waits for it.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> constructions{0};

struct Configuration {
  int value;
  Configuration() {
    constructions.fetch_add(1);
    std::this_thread::yield();
    value = 9;
  }
};

int configured_value() {
  static const Configuration configuration;
  return configuration.value;
}

int main() {
  std::thread first([] { assert(configured_value() == 9); });
  std::thread second([] { assert(configured_value() == 9); });
  first.join();
  second.join();
  assert(constructions == 1);
}
