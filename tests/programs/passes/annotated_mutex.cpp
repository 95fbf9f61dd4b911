// A mutex of the program's own, made of relaxed atomics, annotated as ThreadSanitizer has it.
// heddle: --races error
#include <atomic>
#include <cassert>
#include <thread>

extern "C" void __tsan_mutex_create(void* mutex, unsigned flags);
extern "C" void __tsan_mutex_destroy(void* mutex, unsigned flags);
extern "C" void __tsan_mutex_pre_lock(void* mutex, unsigned flags);
extern "C" void __tsan_mutex_post_lock(void* mutex, unsigned flags, int recursion);
extern "C" int __tsan_mutex_pre_unlock(void* mutex, unsigned flags);
extern "C" void __tsan_mutex_post_unlock(void* mutex, unsigned flags);

class Mutex {
 public:
  Mutex() { __tsan_mutex_create(this, 0); }
  ~Mutex() { __tsan_mutex_destroy(this, 0); }
  void lock() {
    __tsan_mutex_pre_lock(this, 0);
    while (taken_.exchange(true, std::memory_order_relaxed)) std::this_thread::yield();
    ++takes_;  // its own business
    __tsan_mutex_post_lock(this, 0, 0);
  }
  void unlock() {
    __tsan_mutex_pre_unlock(this, 0);
    taken_.store(false, std::memory_order_relaxed);
    __tsan_mutex_post_unlock(this, 0);
  }

 private:
  std::atomic<bool> taken_{false};
  int takes_ = 0;
};

Mutex mutex;
int counter = 0;

void add() {
  mutex.lock();
  ++counter;
  mutex.unlock();
}

int main() {
  std::thread other(add);
  add();
  other.join();
  assert(counter == 2);
}
