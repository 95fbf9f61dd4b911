// Bug: the way out for a result that is there already forgets to join.
// expect-message: a std::thread was destroyed while its thread was still joinable (thread 1, created at
// expect-message: thread_destroyed_unjoined.cpp:12
#include <atomic>
#include <thread>

std::atomic<int> result{0};

void compute() { result = 42; }

int answer() {
  std::thread worker(compute);
  if (result != 0) return result;
  worker.join();
  return result;
}

int main() { return answer() == 42 ? 0 : 1; }
