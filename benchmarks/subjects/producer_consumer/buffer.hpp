// A buffer of five slots between producers and consumers, which is halted when nothing more comes.
#ifndef HEDDLE_SUBJECTS_PRODUCER_CONSUMER_BUFFER_HPP
#define HEDDLE_SUBJECTS_PRODUCER_CONSUMER_BUFFER_HPP

#include <array>
#include <cstddef>
#include <optional>

#include "../common/field.hpp"
#include "../common/monitor.hpp"

class Buffer {
 public:
  explicit Buffer(bool counts_inside) : counts_inside_(counts_inside) {}

  // The error: the slot is counted as used after the monitor was left.
  void put(int item) {
    {
      auto inside = monitor_.enter();
      while (used_.get() >= slots) monitor_.wait(inside);
      items_[put_] = item;
      put_ = (put_ + 1) % slots;
      if (used_.get() == 0) monitor_.notify_all();
      if (counts_inside_) used_.add(1);
    }
    if (!counts_inside_) used_.add(1);
  }

  // Nothing once the buffer is empty and halted.
  std::optional<int> get() {
    auto inside = monitor_.enter();
    while (used_.get() == 0 && !halted_) monitor_.wait(inside);
    if (used_.get() == 0) return std::nullopt;
    const int item = items_[get_];
    get_ = (get_ + 1) % slots;
    if (used_.get() == slots) monitor_.notify_all();
    used_.add(-1);
    return item;
  }

  void halt() {
    auto inside = monitor_.enter();
    halted_ = true;
    monitor_.notify_all();
  }

 private:
  static constexpr int slots = 5;

  subjects::Monitor monitor_;
  std::array<int, slots> items_{};
  int put_ = 0;
  int get_ = 0;
  subjects::Field<int> used_;
  bool halted_ = false;
  const bool counts_inside_;
};

#endif
