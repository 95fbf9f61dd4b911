// Two barriers that are used again and again: one sleeps, one spins.  The last to come runs the
// action of the phase before anybody goes on.
#ifndef HEDDLE_SUBJECTS_TWO_PHASE_BARRIER_BARRIERS_HPP
#define HEDDLE_SUBJECTS_TWO_PHASE_BARRIER_BARRIERS_HPP

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

enum class Bug {
  none,
  recount,      // sleeping: waits for the count to be full, which the next phase empties
  late_action,  // sleeping: the action runs when the others may go on
  late_reset,   // spinning: the count is emptied when the others may come again
};

class Barrier {
 public:
  virtual ~Barrier() = default;
  virtual void arrive_and_wait() = 0;
};

class SleepingBarrier final : public Barrier {
 public:
  SleepingBarrier(int parties, std::function<void()> action, Bug bug)
      : parties_(parties), action_(std::move(action)), bug_(bug) {}

  void arrive_and_wait() override {
    std::unique_lock lock(mutex_);
    if (bug_ == Bug::recount && arrived_ == parties_) arrived_ = 0;
    const bool phase = phase_;
    if (++arrived_ < parties_) {
      full_.wait(lock,
                 [&] { return bug_ == Bug::recount ? arrived_ == parties_ : phase_ != phase; });
      return;
    }
    if (bug_ != Bug::recount) arrived_ = 0;
    phase_ = !phase_;
    if (bug_ == Bug::late_action) {
      full_.notify_all();
      lock.unlock();
    }
    action_();
    full_.notify_all();
  }

 private:
  const int parties_;
  const std::function<void()> action_;
  const Bug bug_;
  std::mutex mutex_;
  std::condition_variable full_;
  int arrived_ = 0;
  bool phase_ = false;
};

class SpinningBarrier final : public Barrier {
 public:
  SpinningBarrier(int parties, std::function<void()> action, Bug bug)
      : parties_(parties), action_(std::move(action)), bug_(bug) {}

  void arrive_and_wait() override {
    const bool phase = phase_;
    if (++arrived_ != parties_) {
      while (phase_ == phase) std::this_thread::yield();
      return;
    }
    action_();
    if (bug_ != Bug::late_reset) arrived_ = 0;
    phase_ = !phase;
    if (bug_ == Bug::late_reset) arrived_ = 0;
  }

 private:
  const int parties_;
  const std::function<void()> action_;
  const Bug bug_;
  std::atomic<int> arrived_{0};
  std::atomic<bool> phase_{false};
};

#endif
