// Bug: the worker gives back a lock that main took; under some schedules main has given it back.
// expect-message: thread 1 unlocks a mutex that main holds
#include <mutex>
#include <thread>

std::mutex mutex;

int main() {
  mutex.lock();
  std::thread worker([] { mutex.unlock(); });
  worker.join();
}
