// One lift: claims a call, goes there, takes the people where they want to go.
#ifndef HEDDLE_SUBJECTS_ELEVATOR_LIFT_HPP
#define HEDDLE_SUBJECTS_ELEVATOR_LIFT_HPP

#include <algorithm>
#include <cassert>
#include <memory>
#include <optional>
#include <vector>

#include "floor.hpp"

using Floors = std::vector<std::unique_ptr<Floor>>;

class Lift {
 public:
  explicit Lift(Floors& floors) : floors_(floors) {}

  // One move of the lift: to a decision, or to the next floor.
  void step() {
    if (!aboard_.empty()) {
      ride();
    } else if (claimed_) {
      approach();
    } else {
      look_for_call();
    }
  }

  int delivered() const { return delivered_; }
  int aboard() const { return static_cast<int>(aboard_.size()); }

 private:
  struct Call {
    int floor;
    Direction direction;
  };

  // The own floor first, then from the ground up.
  void look_for_call() {
    if (claim(floor_)) return;
    for (int floor = 0; floor < static_cast<int>(floors_.size()); ++floor) {
      if (floor != floor_ && claim(floor)) return;
    }
  }

  bool claim(int floor) {
    for (const Direction direction : {Direction::up, Direction::down}) {
      if (floors_[floor]->queue(direction).claim()) {
        claimed_ = Call{floor, direction};
        if (floor == floor_) pick_up();
        return true;
      }
    }
    return false;
  }

  void approach() {
    move_towards(claimed_->floor);
    if (floor_ == claimed_->floor) pick_up();
  }

  // Whoever claimed a call is the only one to answer it.
  void pick_up() {
    aboard_ = floors_[floor_]->queue(claimed_->direction).take();
    assert(!aboard_.empty());
    claimed_.reset();
  }

  void ride() {
    move_towards(aboard_.front());
    const auto here = std::remove(aboard_.begin(), aboard_.end(), floor_);
    delivered_ += static_cast<int>(aboard_.end() - here);
    aboard_.erase(here, aboard_.end());
  }

  void move_towards(int floor) {
    if (floor > floor_) ++floor_;
    if (floor < floor_) --floor_;
  }

  Floors& floors_;
  int floor_ = 0;
  std::optional<Call> claimed_;
  std::vector<int> aboard_;
  int delivered_ = 0;
};

#endif
