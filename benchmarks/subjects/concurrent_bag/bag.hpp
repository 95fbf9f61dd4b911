// A bag with one list for each thread: a thread adds to its own and takes from its own as long as
// there is something; then it steals from the others.
#ifndef HEDDLE_SUBJECTS_CONCURRENT_BAG_BAG_HPP
#define HEDDLE_SUBJECTS_CONCURRENT_BAG_BAG_HPP

#include <array>
#include <atomic>
#include <deque>
#include <mutex>
#include <optional>

enum class Bug {
  none,
  steal,  // the owner takes without a lock, also what a thief is about to take
  empty,  // who finds every list empty does not look whether something was added meanwhile
};

// The items of one thread: the owner works at the back, thieves at the front.
class OwnList {
 public:
  void add(int item) {
    std::lock_guard lock(mutex_);
    items_[back_.load()] = item;
    back_.store(back_.load() + 1);
  }

  // By the owner.
  std::optional<int> take(bool locked) {
    std::unique_lock<std::mutex> lock;
    if (locked) lock = std::unique_lock(mutex_);
    const int back = back_.load();
    if (front_.load() >= back) return std::nullopt;
    back_.store(back - 1);
    return items_[back - 1];
  }

  // By anybody else.
  std::optional<int> steal() {
    std::lock_guard lock(mutex_);
    const int front = front_.load();
    if (front >= back_.load()) return std::nullopt;
    front_.store(front + 1);
    return items_[front];
  }

 private:
  // Slots are not used again: more than a test needs.
  std::array<int, 16> items_{};
  std::mutex mutex_;
  std::atomic<int> front_{0};
  std::atomic<int> back_{0};
};

class ConcurrentBag {
 public:
  ConcurrentBag(int threads, Bug bug) : lists_(threads), bug_(bug) {}

  void add(int thread, int item) {
    ++additions_;
    lists_[thread].add(item);
    ++additions_;
  }

  // Nothing only if there was a moment at which the bag was empty.
  std::optional<int> take(int thread) {
    while (true) {
      const int additions = additions_;
      if (const auto own = lists_[thread].take(bug_ != Bug::steal)) return own;
      for (OwnList& list : lists_) {
        if (&list == &lists_[thread]) continue;
        if (const auto stolen = list.steal()) return stolen;
      }
      if (bug_ == Bug::empty || additions_ == additions) return std::nullopt;
    }
  }

 private:
  std::deque<OwnList> lists_;
  std::atomic<int> additions_{0};
  const Bug bug_;
};

#endif
