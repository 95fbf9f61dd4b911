// A counting semaphore.  Not std::counting_semaphore: libstdc++ 12's reads the counter before it
// tries to acquire and then sleeps as long as the counter has that value, which may be for ever.
#ifndef HEDDLE_SUBJECTS_REPLICATED_WORKERS_SEMAPHORE_HPP
#define HEDDLE_SUBJECTS_REPLICATED_WORKERS_SEMAPHORE_HPP

#include "../common/monitor.hpp"

class Semaphore {
 public:
  explicit Semaphore(int permits) : permits_(permits) {}

  void acquire() {
    auto inside = monitor_.enter();
    while (permits_ == 0) monitor_.wait(inside);
    --permits_;
  }

  void release() {
    auto inside = monitor_.enter();
    ++permits_;
    monitor_.notify();
  }

 private:
  subjects::Monitor monitor_;
  int permits_;
};

#endif
