// Locks by number, each made when it is first asked for.
#ifndef HEDDLE_SUBJECTS_DAISY_LOCK_MANAGER_HPP
#define HEDDLE_SUBJECTS_DAISY_LOCK_MANAGER_HPP

#include <array>
#include <atomic>
#include <mutex>

#include "../common/monitor.hpp"

template <int count>
class LockManager {
 public:
  LockManager() = default;
  LockManager(const LockManager&) = delete;
  LockManager& operator=(const LockManager&) = delete;

  ~LockManager() {
    for (std::atomic<Lock*>& lock : locks_) delete lock.load();
  }

  void acquire(int number) {
    Lock& lock = get(number);
    auto inside = lock.monitor.enter();
    while (lock.taken) lock.monitor.wait(inside);
    lock.taken = true;
  }

  void release(int number) {
    Lock& lock = get(number);
    auto inside = lock.monitor.enter();
    lock.taken = false;
    lock.monitor.notify();
  }

 private:
  struct Lock {
    subjects::Monitor monitor;
    bool taken = false;
  };

  Lock& get(int number) {
    std::atomic<Lock*>& place = locks_[number];
    if (Lock* lock = place.load()) return *lock;
    std::lock_guard making(mutex_);
    if (place.load() == nullptr) place.store(new Lock);
    return *place.load();
  }

  std::mutex mutex_;
  std::array<std::atomic<Lock*>, count> locks_{};
};

#endif
