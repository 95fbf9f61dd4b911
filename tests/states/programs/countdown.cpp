// heddle: --points sync
// Threads count down; main and another thread wait until all have.
#include <condition_variable>
#include <mutex>
#include <thread>

class Countdown {
 public:
  explicit Countdown(int count) : count_(count) {}
  void arrive() {
    std::lock_guard lock(mutex_);
    if (--count_ == 0) done_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    while (count_ > 0) done_.wait(lock);
  }

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  int count_;
};

int main() {
  Countdown countdown(2);
  std::thread first([&] { countdown.arrive(); });
  std::thread second([&] { countdown.arrive(); });
  std::thread waiter([&] { countdown.wait(); });
  countdown.wait();
  first.join();
  second.join();
  waiter.join();
}
