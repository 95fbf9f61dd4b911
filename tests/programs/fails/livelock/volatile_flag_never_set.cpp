// expect-message: repeats
// Bug: the worker gives up without a word, and main waits for a plain flag that stays false.
#include <atomic>
#include <thread>

std::atomic<int> attempts{0};
volatile bool finished = false;

int main() {
  std::thread worker([] {
    if (attempts.fetch_add(1) > 0) finished = true;
  });
  while (!finished) {
  }
  worker.join();
}
