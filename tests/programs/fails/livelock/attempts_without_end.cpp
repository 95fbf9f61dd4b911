// heddle: --max-steps 1000
// expect-message: no termination after
// Bug: two threads count their attempts, and neither ever succeeds if one begins before `start`.
#include <atomic>
#include <thread>

std::atomic<bool> ready{false};
std::atomic<long> attempts{0};

void attempt() {
  while (!ready) attempts.fetch_add(1);
}

int main() {
  std::thread first(attempt);
  std::thread second(attempt);
  std::thread start([] {
    if (attempts == 0) ready = true;
  });
  first.join();
  second.join();
  start.join();
}
