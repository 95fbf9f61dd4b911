// Workers that carry out tasks, which may submit further tasks, until none is left.
#ifndef HEDDLE_SUBJECTS_TASK_QUEUE_TASK_QUEUE_HPP
#define HEDDLE_SUBJECTS_TASK_QUEUE_TASK_QUEUE_HPP

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>

enum class Bug {
  none,
  early_end,   // a task counts as done before it has run, and with it what it will submit
  one_wakeup,  // the end wakes one worker only
  total,       // not in the queue: the tasks add up without a lock
};

template <typename Task>
class TaskQueue {
 public:
  TaskQueue(std::function<void(const Task&)> run, Bug bug) : run_(std::move(run)), bug_(bug) {}

  void submit(const Task& task) {
    ++pending_;
    std::lock_guard lock(mutex_);
    tasks_.push_back(task);
    changed_.notify_one();
  }

  // What each worker does.
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      while (tasks_.empty() && pending_ > 0) changed_.wait(lock);
      if (tasks_.empty()) return;
      const Task task = tasks_.front();
      tasks_.pop_front();
      lock.unlock();
      if (bug_ == Bug::early_end) finish_one();
      run_(task);
      if (bug_ != Bug::early_end) finish_one();
      lock.lock();
    }
  }

 private:
  void finish_one() {
    if (--pending_ > 0) return;
    std::lock_guard lock(mutex_);
    if (bug_ == Bug::one_wakeup) {
      changed_.notify_one();
    } else {
      changed_.notify_all();
    }
  }

  const std::function<void(const Task&)> run_;
  const Bug bug_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  std::atomic<int> pending_{0};
};

#endif
