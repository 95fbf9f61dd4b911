// The scheduler of a real-time kernel.  Each thread has a budget of time for each of its periods,
// and together the budgets never exceed the time that there is.
#ifndef HEDDLE_SUBJECTS_DEOS_KERNEL_HPP
#define HEDDLE_SUBJECTS_DEOS_KERNEL_HPP

#include <array>
#include <cassert>

#include "clock.hpp"

enum class Role { main, user, idle };

struct KernelThread {
  Role role;
  int period;    // 0: the fast one, 1: the slow one
  int budget;    // in each period
  int left = 0;  // of the budget, in this period
  bool begun = false;
  bool completed = false;
  bool deleted = false;

  void begin_period() {
    left = budget;
    begun = false;
    completed = false;
  }
};

class Kernel {
 public:
  // `defers`: the budget of a deleted thread is given back in the next slow period, not at once.
  Kernel(bool abstracted, bool defers) : clock_(abstracted), defers_(defers) {
    for (KernelThread& thread : threads_) thread.begin_period();
    dispatch();
  }

  Interrupt advance() { return clock_.advance(); }

  Role running() const { return running_->role; }

  void handle(Interrupt interrupt) {
    if (interrupt == Interrupt::none) return;
    suspend();
    if (interrupt == Interrupt::system_tick) begin_periods();
    dispatch();
  }

  // The running thread is done with this period.
  void wait_for_next_period() {
    suspend();
    running_->completed = true;
    dispatch();
  }

  // The running thread deletes itself; the main thread gets its budget.  The error: at once, though
  // some of it has been used in this period.
  void delete_running() {
    suspend();
    running_->deleted = true;
    const int share = running_->budget / fast_periods_in_slow;
    if (defers_) {
      given_back_ += share;
    } else {
      main_thread().budget += share;
    }
    dispatch();
  }

 private:
  static constexpr int user_budget = 21;
  static constexpr int main_budget = fast_period - 2 * user_budget / fast_periods_in_slow;

  KernelThread& main_thread() { return threads_[0]; }

  void suspend() {
    if (running_->role == Role::idle) return;
    running_->left = clock_.stop_timer();
    if (running_->left == 0) running_->completed = true;
  }

  void begin_periods() {
    const bool slow = clock_.begins_slow_period();
    if (slow) {
      main_thread().budget += given_back_;
      given_back_ = 0;
    }
    for (KernelThread& thread : threads_) {
      if (thread.period == 0 || slow) thread.begin_period();
    }
  }

  // The first that has something to do: threads are listed by priority, the idle one last.
  void dispatch() {
    running_ = threads_.data();
    while (running_->deleted || running_->completed) ++running_;
    if (running_->role == Role::idle) return;
    assert(promised() <= clock_.left_in_slow_period());
    running_->begun = true;
    clock_.start_timer(running_->left);
  }

  // The time that threads may still use in this slow period.
  int promised() const {
    int sum = 0;
    for (const KernelThread& thread : threads_) {
      if (thread.deleted || thread.role == Role::idle) continue;
      if (!thread.completed) sum += thread.begun ? thread.left : thread.budget;
      if (thread.period == 0) sum += thread.budget * clock_.fast_periods_left();
    }
    return sum;
  }

  Clock clock_;
  std::array<KernelThread, 4> threads_{{{Role::main, 0, main_budget},
                                        {Role::user, 1, user_budget},
                                        {Role::user, 1, user_budget},
                                        {Role::idle, 1, slow_period}}};
  KernelThread* running_ = threads_.data();
  int given_back_ = 0;
  const bool defers_;
};

#endif
