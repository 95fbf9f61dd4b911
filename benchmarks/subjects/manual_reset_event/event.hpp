// An event that stays set until it is reset.  Who finds it set, or soon set, takes no lock.
#ifndef HEDDLE_SUBJECTS_MANUAL_RESET_EVENT_EVENT_HPP
#define HEDDLE_SUBJECTS_MANUAL_RESET_EVENT_EVENT_HPP

#include <atomic>
#include <condition_variable>
#include <mutex>

enum class Bug {
  none,
  lost_set,         // a waiter does not look again after it has told that it waits
  unlocked_notify,  // set notifies without the lock, between a waiter's look and its sleep
};

class ManualResetEvent {
 public:
  explicit ManualResetEvent(Bug bug) : bug_(bug) {}

  void wait() {
    for (int i = 0; i < spins; ++i) {
      if (is_set_) return;
    }
    std::unique_lock lock(mutex_);
    ++waiters_;
    if (bug_ == Bug::lost_set) {
      set_.wait(lock);
    } else {
      while (!is_set_) set_.wait(lock);
    }
    --waiters_;
  }

  void set() {
    is_set_ = true;
    if (waiters_ == 0) return;
    std::unique_lock<std::mutex> lock;
    if (bug_ != Bug::unlocked_notify) lock = std::unique_lock(mutex_);
    set_.notify_all();
  }

  void reset() { is_set_ = false; }

 private:
  static constexpr int spins = 2;

  std::atomic<bool> is_set_{false};
  std::atomic<int> waiters_{0};
  std::mutex mutex_;
  std::condition_variable set_;
  const Bug bug_;
};

#endif
