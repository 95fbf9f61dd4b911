// Bug: the lock is destroyed while the other thread may hold it.
// expect-message: destroys an annotated lock that thread 1 holds
#include <atomic>
#include <thread>

extern "C" void __tsan_mutex_create(void* mutex, unsigned flags);
extern "C" void __tsan_mutex_destroy(void* mutex, unsigned flags);
extern "C" void __tsan_mutex_post_lock(void* mutex, unsigned flags, int recursion);
extern "C" int __tsan_mutex_pre_unlock(void* mutex, unsigned flags);

int lock;
std::atomic<int> steps{0};

int main() {
  __tsan_mutex_create(&lock, 0);
  std::thread user([] {
    __tsan_mutex_post_lock(&lock, 0, 0);
    ++steps;
    ++steps;
    __tsan_mutex_pre_unlock(&lock, 0);
  });
  if (steps != 1) user.join();
  __tsan_mutex_destroy(&lock, 0);
  if (user.joinable()) user.join();
}
