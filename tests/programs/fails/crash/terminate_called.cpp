// Bug: a check that gives up although the other thread is only not done yet.
// expect-message: std::terminate was called
#include <atomic>
#include <exception>
#include <thread>

std::atomic<bool> done{false};

int main() {
  std::thread other([] { done = true; });
  if (!done) std::terminate();
  other.join();
}
