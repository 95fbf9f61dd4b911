// The people who wait on one floor, and the calls that lifts have claimed.
#ifndef HEDDLE_SUBJECTS_ELEVATOR_FLOOR_HPP
#define HEDDLE_SUBJECTS_ELEVATOR_FLOOR_HPP

#include <array>
#include <cstddef>
#include <mutex>
#include <vector>

#include "../common/field.hpp"

// Those who want to go in one direction, by the floors they want to go to.
class Queue {
 public:
  static constexpr std::size_t capacity = 8;

  // `locked`: pushing and checking exclude the rest.  The error: they do not.
  explicit Queue(bool locked) : locked_(locked) {}

  // A new call, unless somebody waits already.
  void push(int destination) {
    std::unique_lock<std::mutex> lock;
    if (locked_) lock = std::unique_lock(mutex_);
    people_[size_.get()] = destination;
    size_.add(1);
    if (size_.get() == 1) claimed_.set(false);
  }

  bool can_be_claimed() {
    std::unique_lock<std::mutex> lock;
    if (locked_) lock = std::unique_lock(mutex_);
    return size_.get() > 0 && !claimed_.get();
  }

  // True for one lift only, until somebody new calls.
  bool claim() {
    if (!can_be_claimed()) return false;
    std::lock_guard lock(mutex_);
    if (claimed_.get()) return false;
    claimed_.set(true);
    return true;
  }

  // All of them.
  std::vector<int> take() {
    std::lock_guard lock(mutex_);
    std::vector<int> taken(people_.begin(), people_.begin() + size_.get());
    size_.set(0);
    return taken;
  }

  std::ptrdiff_t size() const { return size_.get(); }

 private:
  std::mutex mutex_;
  std::array<int, capacity> people_{};
  subjects::Field<std::ptrdiff_t> size_;
  subjects::Field<bool> claimed_;
  const bool locked_;
};

enum class Direction { up, down };

struct Floor {
  explicit Floor(bool locked) : up(locked), down(true) {}

  Queue& queue(Direction direction) { return direction == Direction::up ? up : down; }

  Queue up;
  Queue down;
};

#endif
