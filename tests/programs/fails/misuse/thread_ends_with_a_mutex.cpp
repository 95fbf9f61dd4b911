// Bug: an early return leaves the mutex locked, if the other thread was faster.
// expect-message: exits while holding a mutex
#include <mutex>
#include <thread>

std::mutex mutex;
int left = 1;

void take() {
  mutex.lock();
  if (left == 0) return;
  --left;
  mutex.unlock();
}

int main() {
  std::thread one(take);
  std::thread two(take);
  one.join();
  two.join();
}
