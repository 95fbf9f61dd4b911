// A queue whose takers wait for items, until it is told that no more will come.
#ifndef HEDDLE_SUBJECTS_BLOCKING_COLLECTION_COLLECTION_HPP
#define HEDDLE_SUBJECTS_BLOCKING_COLLECTION_COLLECTION_HPP

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

enum class Bug {
  none,
  one_wakeup,         // completion wakes one taker only
  unlocked_complete,  // completion comes between a taker's look and its sleep
  late_add,           // an item is accepted and added when the takers have left
};

class BlockingCollection {
 public:
  explicit BlockingCollection(Bug bug) : bug_(bug) {}

  // False when the collection is complete.
  bool add(int item) {
    if (bug_ == Bug::late_add && complete_) return false;
    std::lock_guard lock(mutex_);
    if (bug_ != Bug::late_add && complete_) return false;
    items_.push_back(item);
    changed_.notify_one();
    return true;
  }

  // Nothing when the collection is complete and empty.
  std::optional<int> take() {
    std::unique_lock lock(mutex_);
    while (items_.empty() && !complete_) changed_.wait(lock);
    if (items_.empty()) return std::nullopt;
    const int item = items_.front();
    items_.pop_front();
    return item;
  }

  void complete() {
    std::unique_lock<std::mutex> lock;
    if (bug_ != Bug::unlocked_complete) lock = std::unique_lock(mutex_);
    complete_ = true;
    if (bug_ == Bug::one_wakeup) {
      changed_.notify_one();
    } else {
      changed_.notify_all();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> items_;
  std::atomic<bool> complete_{false};
  const Bug bug_;
};

#endif
