// A list for many writers and one reader, who takes no lock: if the list changes meanwhile, it is
// read again.
#ifndef HEDDLE_SUBJECTS_ITERATOR_LIVELOCK_WATCHED_LIST_HPP
#define HEDDLE_SUBJECTS_ITERATOR_LIVELOCK_WATCHED_LIST_HPP

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>

enum class Bug {
  none,
  restart,  // the reader tries again for ever; otherwise it asks the writers to wait
  stuck,    // removing what is not there never ends
  torn,     // the reader does not look afterwards whether the list has changed
};

class WatchedList {
 public:
  explicit WatchedList(Bug bug) : bug_(bug) {}

  void add(int element) {
    std::unique_lock<std::mutex> lock = begin_change();
    elements_[size_] = element;
    ++size_;
    changing_ = false;
  }

  // Does nothing if there is none.
  void remove_last() {
    std::unique_lock<std::mutex> lock = begin_change();
    if (size_ == 0 && bug_ == Bug::stuck) return;
    if (size_ > 0) --size_;
    changing_ = false;
  }

  void exchange(std::size_t one, std::size_t other) {
    std::unique_lock<std::mutex> lock = begin_change();
    const int element = elements_[one];
    elements_[one] = elements_[other].load();
    elements_[other] = element;
    changing_ = false;
  }

  int sum() {
    std::optional<int> sum = try_sum();
    while (bug_ != Bug::none && !sum) sum = try_sum();
    return sum ? *sum : sum_while_writers_wait();
  }

 private:
  std::unique_lock<std::mutex> begin_change() {
    std::unique_lock lock(mutex_);
    while (reader_waits_) reader_done_.wait(lock);
    changing_ = true;
    changed_ = true;
    return lock;
  }

  // Nothing if the list is or was changed meanwhile.
  std::optional<int> try_sum() {
    changed_ = false;
    if (changing_) return std::nullopt;
    const int sum = sum_of_elements();
    if (changed_ && bug_ != Bug::torn) return std::nullopt;
    return sum;
  }

  int sum_while_writers_wait() {
    reader_waits_ = true;
    std::lock_guard lock(mutex_);
    const int sum = sum_of_elements();
    reader_waits_ = false;
    reader_done_.notify_all();
    return sum;
  }

  int sum_of_elements() const {
    int sum = 0;
    for (std::size_t i = 0; i < size_; ++i) sum += elements_[i];
    return sum;
  }

  std::mutex mutex_;
  std::condition_variable reader_done_;
  std::array<std::atomic<int>, 4> elements_{};
  std::atomic<std::size_t> size_{0};
  std::atomic<bool> changing_{false};  // a writer is at work
  std::atomic<bool> changed_{false};   // since the reader began
  std::atomic<bool> reader_waits_{false};
  const Bug bug_;
};

#endif
