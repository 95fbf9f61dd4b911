// Time, periods and the budget timer of the kernel.  Times are in microseconds.
#ifndef HEDDLE_SUBJECTS_DEOS_CLOCK_HPP
#define HEDDLE_SUBJECTS_DEOS_CLOCK_HPP

#include <heddle/heddle.hpp>

#include <algorithm>

inline constexpr int fast_period = 20;
inline constexpr int slow_period = 60;
inline constexpr int fast_periods_in_slow = slow_period / fast_period;

enum class Interrupt { none, timer_expired, system_tick };

class Clock {
 public:
  // An abstracted clock stands still or jumps to the next interrupt; otherwise it counts every
  // microsecond.
  explicit Clock(bool abstracted) : abstracted_(abstracted) {}

  // Lets time pass.
  Interrupt advance() {
    const int to_tick = fast_period - now_ % fast_period;
    const int to_interrupt = timer_runs_ ? std::min(timer_, to_tick) : to_tick;
    const int delta = !abstracted_ ? 1 : heddle::choose(2) == 0 ? 0 : to_interrupt;
    now_ = (now_ + delta) % slow_period;
    if (timer_runs_) timer_ -= delta;
    if (delta == to_tick) return Interrupt::system_tick;
    return timer_runs_ && timer_ == 0 ? Interrupt::timer_expired : Interrupt::none;
  }

  void start_timer(int budget) {
    timer_ = budget;
    timer_runs_ = true;
  }

  // What is left on the timer.
  int stop_timer() {
    timer_runs_ = false;
    return timer_;
  }

  bool begins_slow_period() const { return now_ == 0; }
  int left_in_slow_period() const { return slow_period - now_; }
  // Of those that have not begun.
  int fast_periods_left() const { return fast_periods_in_slow - 1 - now_ / fast_period; }

 private:
  const bool abstracted_;
  int now_ = 0;
  int timer_ = 0;
  bool timer_runs_ = false;
};

#endif
