// A monitor as in Java: one lock with one condition, on which threads of all kinds wait.  Not
// reentrant: no subject enters a monitor of which it is inside.
#ifndef HEDDLE_SUBJECTS_COMMON_MONITOR_HPP
#define HEDDLE_SUBJECTS_COMMON_MONITOR_HPP

#include <condition_variable>
#include <mutex>

namespace subjects {

class Monitor {
 public:
  using Inside = std::unique_lock<std::mutex>;

  // The caller is inside as long as the result lives.
  [[nodiscard]] Inside enter() { return Inside(mutex_); }

  // REQUIRES: `inside` came from enter() of this monitor.
  void wait(Inside& inside) { changed_.wait(inside); }

  // Wakes one waiter, whichever; as in Java, a waiter may be of any kind.
  void notify() { changed_.notify_one(); }
  void notify_all() { changed_.notify_all(); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace subjects

#endif
