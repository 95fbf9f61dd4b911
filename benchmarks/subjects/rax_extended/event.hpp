// A signal that is counted, so that a task can tell whether it missed one.
#ifndef HEDDLE_SUBJECTS_RAX_EXTENDED_EVENT_HPP
#define HEDDLE_SUBJECTS_RAX_EXTENDED_EVENT_HPP

#include <cassert>

#include "../common/field.hpp"
#include "../common/monitor.hpp"

class Event {
 public:
  // The count goes from 0 to `counts` - 1 and begins again.
  explicit Event(int counts) : counts_(counts) {}

  int count() const { return count_.get(); }

  // Returns at the next signal, or at once when the event was closed.
  void wait() {
    auto inside = monitor_.enter();
    if (!closed_) monitor_.wait(inside);
  }

  // The same, by a caller that knows of no signal beyond `known`.
  void wait_checked(int known) {
    auto inside = monitor_.enter();
    assert(count_.get() == known);
    monitor_.wait(inside);
  }

  // Returns once the count is another one: a signal that came before the call is not missed.
  void wait_beyond(int known) {
    auto inside = monitor_.enter();
    while (count_.get() == known && !closed_) monitor_.wait(inside);
  }

  void signal() {
    auto inside = monitor_.enter();
    count_.set((count_.get() + 1) % counts_);
    monitor_.notify_all();
  }

  // Nobody waits any more.
  void close() {
    auto inside = monitor_.enter();
    closed_ = true;
    monitor_.notify_all();
  }

  bool is_closed() {
    auto inside = monitor_.enter();
    return closed_;
  }

 private:
  subjects::Monitor monitor_;
  subjects::Field<int> count_;
  const int counts_;
  bool closed_ = false;
};

#endif
