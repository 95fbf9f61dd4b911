// The pool of work: workers take and add, the main thread waits until all of them find it empty.
#ifndef HEDDLE_SUBJECTS_REPLICATED_WORKERS_COORDINATOR_HPP
#define HEDDLE_SUBJECTS_REPLICATED_WORKERS_COORDINATOR_HPP

#include <deque>
#include <vector>

#include "../common/field.hpp"
#include "../common/monitor.hpp"
#include "quadrature.hpp"

class Coordinator {
 public:
  Coordinator(int workers, bool takes_inside) : workers_(workers), takes_inside_(takes_inside) {}

  void add(const std::vector<Interval>& work) {
    if (work.empty()) return;
    auto inside = monitor_.enter();
    pool_.insert(pool_.end(), work.begin(), work.end());
    available_.set(static_cast<int>(pool_.size()));
    monitor_.notify_all();
  }

  // Up to `most` items; waits for the first one.  None once the work is done.  The error: a taker
  // counts itself, and tells the main thread, before it enters the monitor.
  std::vector<Interval> take(int most) {
    if (!takes_inside_) announce_taker();
    auto inside = monitor_.enter();
    if (takes_inside_) announce_taker();
    while (available_.get() == 0 && !done_) monitor_.wait(inside);
    blocked_takers_.add(-1);
    std::vector<Interval> work;
    if (done_) return work;
    for (; most > 0 && !pool_.empty(); --most) {
      work.push_back(pool_.front());
      pool_.pop_front();
    }
    available_.set(static_cast<int>(pool_.size()));
    return work;
  }

  // Returns when every worker waits for work, and tells them that there is none.
  void finish() {
    auto inside = monitor_.enter();
    while (blocked_takers_.get() != workers_) monitor_.wait(inside);
    done_ = true;
    monitor_.notify_all();
  }

 private:
  void announce_taker() {
    blocked_takers_.add(1);
    if (available_.get() == 0 && blocked_takers_.get() == workers_) monitor_.notify_all();
  }

  subjects::Monitor monitor_;
  const int workers_;
  const bool takes_inside_;
  std::deque<Interval> pool_;
  subjects::Field<int> available_;
  subjects::Field<int> blocked_takers_;
  bool done_ = false;
};

#endif
