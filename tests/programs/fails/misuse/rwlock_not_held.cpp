// Bug: the lock is given back even where it was not had.
// expect-message: unlocks a read-write lock that
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;

int main() {
  std::thread writer([] {
    mutex.lock();
    mutex.unlock();
  });
  const bool had = mutex.try_lock_shared();
  (void)had;
  mutex.unlock_shared();
  writer.join();
}
