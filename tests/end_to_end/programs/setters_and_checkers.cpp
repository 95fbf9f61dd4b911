// Argument: the number of setters.  One checker reads two variables, which each setter writes one
// after the other. The error needs a few threads out of many.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>
#include <vector>

std::atomic<int> first{0};
std::atomic<int> second{0};

int main(int, char** argv) {
  std::vector<std::thread> threads;
  for (int i = 0; i < std::atoi(argv[1]); ++i) {
    threads.emplace_back([] {
      first.store(1);
      second.store(-1);
    });
  }
  threads.emplace_back([] {
    const int a = first.load();
    const int b = second.load();
    assert((a == 0 && b == 0) || (a == 1 && b == -1));
  });
  for (std::thread& thread : threads) thread.join();
}
