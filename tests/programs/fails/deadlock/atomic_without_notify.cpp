// Bug: the value is stored, but nobody is notified: a thread that already waits never wakes.
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> stage{0};
  std::thread waiter([&] { stage.wait(0); });
  stage.store(1);
  waiter.join();
}
