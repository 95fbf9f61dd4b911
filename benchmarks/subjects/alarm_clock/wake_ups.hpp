// The wake-ups that are due, by time.  Clients that want the same time share one.
#ifndef HEDDLE_SUBJECTS_ALARM_CLOCK_WAKE_UPS_HPP
#define HEDDLE_SUBJECTS_ALARM_CLOCK_WAKE_UPS_HPP

#include <cstddef>
#include <memory>
#include <vector>

#include "../common/field.hpp"
#include "../common/monitor.hpp"

struct WakeUp {
  explicit WakeUp(int time) : time(time) {}

  const int time;
  subjects::Monitor monitor;
  bool rung = false;
};

// A sorted array.  insert and remove_first must be called by one thread at a time; find is what
// the clients call, whether or not the array is being changed.
class WakeUps {
 public:
  explicit WakeUps(int capacity) : slots_(static_cast<std::size_t>(capacity)) {}

  WakeUp* first() const { return size_.get() == 0 ? nullptr : slots_[0].get(); }

  WakeUp* find(int time) const {
    for (std::size_t i = 0; i < size_.get(); ++i) {
      if (slots_[i].get()->time == time) return slots_[i].get();
    }
    return nullptr;
  }

  // REQUIRES: there is none for this time yet.
  WakeUp* insert(int time) {
    all_.push_back(std::make_unique<WakeUp>(time));
    std::size_t place = size_.get();
    for (; place > 0 && slots_[place - 1].get()->time > time; --place) {
      slots_[place].set(slots_[place - 1].get());
    }
    slots_[place].set(all_.back().get());
    size_.add(1);
    return all_.back().get();
  }

  void remove_first() {
    for (std::size_t i = 1; i < size_.get(); ++i) slots_[i - 1].set(slots_[i].get());
    size_.set(size_.get() - 1);
  }

 private:
  std::vector<subjects::Field<WakeUp*>> slots_;
  subjects::Field<std::size_t> size_;
  std::vector<std::unique_ptr<WakeUp>> all_;  // a client may still look at one that was removed
};

#endif
