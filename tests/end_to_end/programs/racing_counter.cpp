// Two threads count without a lock.
#include <thread>

int counter = 0;

void legacy_count() { counter = counter + 1; }

int main() {
  std::thread other(legacy_count);
  legacy_count();
  other.join();
}
