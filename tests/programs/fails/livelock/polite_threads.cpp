// expect-message: threads 1 and 2 repeat
// unreduced: they write as they go round
// Bug: both see the other in the way, step aside, and come back at the same moment, for ever.
#include <atomic>
#include <thread>

std::atomic<bool> wants[2];

void pass(int me) {
  wants[me] = true;
  while (wants[1 - me]) {
    wants[me] = false;
    std::this_thread::yield();
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
