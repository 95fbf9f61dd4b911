// heddle: --points sync
// A semaphore with two permits, made of a mutex and a condition variable, for three threads.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

class Semaphore {
 public:
  explicit Semaphore(int permits) : permits_(permits) {}
  void acquire() {
    std::unique_lock lock(mutex_);
    while (permits_ == 0) released_.wait(lock);
    --permits_;
  }
  void release() {
    std::lock_guard lock(mutex_);
    ++permits_;
    released_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable released_;
  int permits_;
};

int main() {
  Semaphore semaphore(2);
  std::atomic<int> inside = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      semaphore.acquire();
      assert(inside.fetch_add(1) < 2);
      inside.fetch_sub(1);
      semaphore.release();
    });
  }
  for (std::thread& thread : threads) thread.join();
}
