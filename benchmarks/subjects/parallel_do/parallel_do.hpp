// A loop whose items are shared out among threads; an item that fails cancels the rest.
#ifndef HEDDLE_SUBJECTS_PARALLEL_DO_PARALLEL_DO_HPP
#define HEDDLE_SUBJECTS_PARALLEL_DO_PARALLEL_DO_HPP

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <utility>

#include "../common/threads.hpp"

enum class Bug {
  none,
  claim,   // an item is read and passed in two steps, so two threads do it
  cancel,  // a thread that sees the cancellation leaves without saying so
};

class ParallelDo {
 public:
  // `body(i)` says whether item i succeeded.
  ParallelDo(int items, std::function<bool(int)> body, Bug bug)
      : items_(items), body_(std::move(body)), bug_(bug) {}

  // Whether all items succeeded.
  bool run(int threads) {
    at_work_ = threads;
    subjects::Threads workers;
    workers.start(threads, [this](int) { work(); });
    std::unique_lock lock(mutex_);
    while (at_work_ > 0) finished_.wait(lock);
    return !cancelled_;
  }

 private:
  void work() {
    for (int item = claim(); item < items_; item = claim()) {
      if (cancelled_) {
        if (bug_ == Bug::cancel) return;
        break;
      }
      if (!body_(item)) cancelled_ = true;
    }
    std::lock_guard lock(mutex_);
    --at_work_;
    finished_.notify_one();
  }

  int claim() {
    if (bug_ != Bug::claim) return next_++;
    const int item = next_;
    next_ = item + 1;
    return item;
  }

  const int items_;
  const std::function<bool(int)> body_;
  const Bug bug_;
  std::atomic<int> next_{0};
  std::atomic<bool> cancelled_{false};
  std::mutex mutex_;
  std::condition_variable finished_;
  int at_work_ = 0;
};

#endif
