// Bug: two readers want to become writers, and each waits for the other to stop reading.
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;

void upgrade() {
  mutex.lock_shared();
  mutex.lock();
  mutex.unlock();
  mutex.unlock_shared();
}

int main() {
  std::thread one(upgrade);
  std::thread two(upgrade);
  one.join();
  two.join();
}
