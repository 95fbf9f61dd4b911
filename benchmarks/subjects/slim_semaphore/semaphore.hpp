// A semaphore that takes no lock as long as there are permits and nobody waits.
#ifndef HEDDLE_SUBJECTS_SLIM_SEMAPHORE_SEMAPHORE_HPP
#define HEDDLE_SUBJECTS_SLIM_SEMAPHORE_SEMAPHORE_HPP

#include <atomic>
#include <condition_variable>
#include <mutex>

enum class Bug {
  none,
  overshoot,     // looks for a permit and takes it in two steps
  lost_release,  // does not look again after it has told that it waits
  one_wakeup,    // releases several permits and wakes one waiter
};

class SlimSemaphore {
 public:
  SlimSemaphore(int permits, Bug bug) : permits_(permits), bug_(bug) {}

  void acquire() {
    if (try_acquire()) return;
    std::unique_lock lock(mutex_);
    ++waiters_;
    if (bug_ == Bug::lost_release) released_.wait(lock);
    while (!try_acquire()) released_.wait(lock);
    --waiters_;
  }

  void release(int count = 1) {
    permits_ += count;
    if (waiters_ == 0) return;
    std::lock_guard lock(mutex_);
    if (bug_ == Bug::one_wakeup || count == 1) {
      released_.notify_one();
    } else {
      released_.notify_all();
    }
  }

 private:
  bool try_acquire() {
    int permits = permits_;
    if (bug_ == Bug::overshoot) {
      if (permits == 0) return false;
      --permits_;
      return true;
    }
    while (permits > 0) {
      if (permits_.compare_exchange_weak(permits, permits - 1)) return true;
    }
    return false;
  }

  std::atomic<int> permits_;
  std::atomic<int> waiters_{0};
  std::mutex mutex_;
  std::condition_variable released_;
  const Bug bug_;
};

#endif
