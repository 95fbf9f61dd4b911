// expect-message: the program exited with status 1
// One order of the threads makes main return 1.
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> turn{0};
  int seen = 0;
  std::thread first([&] { turn.store(1); });
  std::thread second([&] { seen = turn.load(); });
  first.join();
  second.join();
  return seen;
}
