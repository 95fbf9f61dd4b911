// A semaphore without permits as a signal: the data is there when it is acquired.
#include <cassert>
#include <semaphore>
#include <thread>

int main() {
  std::counting_semaphore<4> filled(0);
  int data = 0;
  std::thread producer([&] {
    data = 7;
    filled.release();
  });
  filled.acquire();
  assert(data == 7);
  producer.join();
}
