// Two threads lock two mutexes in two orders.
#include <mutex>
#include <thread>

std::mutex first;
std::mutex second;

void forwards(const char* taken) {
  first.lock();
  second.lock();
  second.unlock();
  first.unlock();
  (void)taken;
}

void backwards(const char* taken) {
  second.lock();
  first.lock();
  first.unlock();
  second.unlock();
  (void)taken;
}

int main() {
  std::thread one(forwards, "first");
  std::thread two(backwards, "second");
  one.join();
  two.join();
}
