// Threads that race in long loops, and use nothing that orders them.
#include <thread>
#include <vector>

volatile int hits = 0;

void work() {
  for (int i = 0; i < 1000; ++i) hits = hits + 1;
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
}
