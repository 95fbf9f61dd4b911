// A busy wait without a yield for an atomic flag that the other thread always sets.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> ready{false};
int data = 0;

int main() {
  std::thread producer([] {
    data = 42;
    ready = true;
  });
  while (!ready) {
  }
  assert(data == 42);
  producer.join();
}
