// Bug: producer and consumers share one condition and wake each other with notify_one, so a
// wake-up can go to a consumer that cannot use it.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
int items = 0;

void put() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [] { return items < 1; });
  ++items;
  changed.notify_one();
}

void take() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [] { return items > 0; });
  --items;
  changed.notify_one();
}

int main() {
  std::thread first(take);
  std::thread second(take);
  std::thread producer([] {
    put();
    put();
  });
  first.join();
  second.join();
  producer.join();
}
