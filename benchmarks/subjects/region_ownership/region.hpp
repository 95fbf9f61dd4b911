// Regions of data, each owned by one thread at a time, which may hand it over.
#ifndef HEDDLE_SUBJECTS_REGION_OWNERSHIP_REGION_HPP
#define HEDDLE_SUBJECTS_REGION_OWNERSHIP_REGION_HPP

#include <condition_variable>
#include <mutex>

#include "../common/field.hpp"

class Region {
 public:
  static constexpr int nobody = -1;

  // Waits until nobody owns the region.
  void acquire(int thread) {
    std::unique_lock lock(mutex_);
    while (owner_ != nobody) changed_.wait(lock);
    owner_ = thread;
  }

  bool try_acquire(int thread) {
    std::lock_guard lock(mutex_);
    if (owner_ != nobody) return false;
    owner_ = thread;
    return true;
  }

  // Waits until somebody hands the region over to this thread.
  void receive(int thread) {
    std::unique_lock lock(mutex_);
    while (owner_ != thread) changed_.wait(lock);
  }

  void hand_over(int thread) {
    std::lock_guard lock(mutex_);
    owner_ = thread;
    changed_.notify_all();
  }

  void release() { hand_over(nobody); }

  // REQUIRES: the caller owns the region.
  subjects::Field<int>& data() { return data_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int owner_ = nobody;
  subjects::Field<int> data_;
};

#endif
