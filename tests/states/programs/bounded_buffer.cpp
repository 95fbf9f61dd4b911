// heddle: --points sync
// A buffer for one item; producers and consumers wait on condition variables.
#include <condition_variable>
#include <mutex>
#include <thread>

class Buffer {
 public:
  void put(int item) {
    std::unique_lock lock(mutex_);
    while (full_) drained_.wait(lock);
    item_ = item;
    full_ = true;
    filled_.notify_one();
  }
  int take() {
    std::unique_lock lock(mutex_);
    while (!full_) filled_.wait(lock);
    full_ = false;
    drained_.notify_one();
    return item_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::condition_variable drained_;
  int item_ = 0;
  bool full_ = false;
};

Buffer buffer;
int taken[2];

int main() {
  std::thread producer([] { buffer.put(1); });
  std::thread another([] { buffer.put(2); });
  std::thread consumer([] { taken[0] = buffer.take(); });
  std::thread second([] { taken[1] = buffer.take(); });
  producer.join();
  another.join();
  consumer.join();
  second.join();
  return taken[0] + taken[1] == 3 ? 0 : 1;
}
