// Two readers both want to write without giving their read locks back.
#include <shared_mutex>
#include <thread>

namespace {

std::shared_mutex mutex;
int value = 0;

void increment() {
  std::shared_lock<std::shared_mutex> reading(mutex);
  const int seen = value;
  mutex.lock();
  value = seen + 1;
  mutex.unlock();
}

}  // namespace

int main() {
  std::thread other(increment);
  increment();
  other.join();
}
