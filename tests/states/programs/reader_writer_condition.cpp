// heddle: --points sync
// A reader-writer lock made of a mutex and a condition variable.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

class ReaderWriterLock {
 public:
  void lock_shared() {
    std::unique_lock lock(mutex_);
    while (writing_) changed_.wait(lock);
    ++readers_;
  }
  void unlock_shared() {
    std::lock_guard lock(mutex_);
    if (--readers_ == 0) changed_.notify_all();
  }
  void lock() {
    std::unique_lock lock(mutex_);
    while (writing_ || readers_ > 0) changed_.wait(lock);
    writing_ = true;
  }
  void unlock() {
    std::lock_guard lock(mutex_);
    writing_ = false;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int readers_ = 0;
  bool writing_ = false;
};

ReaderWriterLock guard;
int value = 0;

void look() {
  guard.lock_shared();
  assert(value % 2 == 0);
  guard.unlock_shared();
}

void change() {
  guard.lock();
  value += 2;
  guard.unlock();
}

int main() {
  std::thread reader(look);
  std::thread another(look);
  std::thread writer(change);
  reader.join();
  another.join();
  writer.join();
}
