// A buffer with room for one item, one producer and two consumers.  Everybody waits on the same
// condition variable, and every change wakes one waiter.
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>

class Buffer {
 public:
  explicit Buffer(std::size_t capacity) : capacity_(capacity) {}

  void put(int item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return items_.size() < capacity_; });
    items_.push_back(item);
    changed_.notify_one();
  }

  int take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !items_.empty(); });
    const int item = items_.front();
    items_.pop_front();
    changed_.notify_one();
    return item;
  }

 private:
  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> items_;
};

int main() {
  Buffer buffer(1);
  std::thread first([&] { buffer.take(); });
  std::thread second([&] { buffer.take(); });
  std::thread producer([&] {
    buffer.put(1);
    buffer.put(2);
  });
  first.join();
  second.join();
  producer.join();
}
