// heddle: --points shared
// A busy wait for a plain flag: a data race by the book, but under sequential consistency it ends.
#include <cassert>
#include <thread>

volatile bool ready = false;
volatile int data = 0;

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
