// Bug: two threads step aside for each other for ever.
#include <atomic>
#include <thread>

std::atomic<bool> wants[2];

void pass(int me) {
  wants[me] = true;
  while (wants[1 - me]) {
    wants[me] = false;
    wants[me] = true;
  }
  wants[me] = false;
}

int main() {
  std::thread first(pass, 0);
  std::thread second(pass, 1);
  first.join();
  second.join();
}
