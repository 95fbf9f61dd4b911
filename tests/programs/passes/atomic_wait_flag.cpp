// C++20 waiting on an atomic: the waiter sees the value that was stored before the notification.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> stage{0};
  int data = 0;
  std::thread waiter([&] {
    stage.wait(0);
    assert(data == 7);
  });
  data = 7;
  stage.store(1);
  stage.notify_one();
  waiter.join();
}
