// All parties wait until the last has come, again and again.
#ifndef HEDDLE_SUBJECTS_REPLICATED_WORKERS_BARRIER_HPP
#define HEDDLE_SUBJECTS_REPLICATED_WORKERS_BARRIER_HPP

#include "../common/monitor.hpp"

class Barrier {
 public:
  explicit Barrier(int parties) : parties_(parties) {}

  void await() {
    auto inside = monitor_.enter();
    const bool round = round_;
    if (++arrived_ == parties_) {
      arrived_ = 0;
      round_ = !round_;
      monitor_.notify_all();
    }
    while (round == round_) monitor_.wait(inside);
  }

 private:
  subjects::Monitor monitor_;
  const int parties_;
  int arrived_ = 0;
  bool round_ = false;
};

#endif
