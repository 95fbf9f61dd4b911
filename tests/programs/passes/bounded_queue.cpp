// A queue of capacity one with a condition for each side: three items arrive in order.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <string>
#include <thread>
#include <vector>

class Queue {
 public:
  void push(std::string item) {
    std::unique_lock lock(mutex_);
    not_full_.wait(lock, [this] { return items_.size() < 1; });
    items_.push(std::move(item));
    not_empty_.notify_one();
  }

  std::string pop() {
    std::unique_lock lock(mutex_);
    not_empty_.wait(lock, [this] { return !items_.empty(); });
    std::string item = std::move(items_.front());
    items_.pop();
    not_full_.notify_one();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable not_full_;
  std::condition_variable not_empty_;
  std::queue<std::string> items_;
};

int main() {
  Queue queue;
  std::vector<std::string> seen;
  std::thread consumer([&] {
    for (int i = 0; i < 3; ++i) seen.push_back(queue.pop());
  });
  for (const char* word : {"warp", "weft", "a word too long for the small string buffer"}) {
    queue.push(word);
  }
  consumer.join();
  assert(seen.size() == 3 && seen[0] == "warp" && seen[1] == "weft" && seen[2].size() > 16);
}
