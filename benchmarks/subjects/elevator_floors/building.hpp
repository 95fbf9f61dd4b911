// The floors of a building and the requests that people made on them.
#ifndef HEDDLE_SUBJECTS_ELEVATOR_FLOORS_BUILDING_HPP
#define HEDDLE_SUBJECTS_ELEVATOR_FLOORS_BUILDING_HPP

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <vector>

enum class Move { stay, up, down };

class Building {
 public:
  explicit Building(int floors) : requested_(static_cast<std::size_t>(floors), 0) {}

  void request(int floor) {
    std::lock_guard lock(mutex_);
    requested_.at(floor) = 1;
  }

  bool has_requests() {
    std::lock_guard lock(mutex_);
    return requests_between(0, requested_.size());
  }

  bool has_requests_above(int floor) {
    std::lock_guard lock(mutex_);
    return requests_between(static_cast<std::size_t>(floor) + 1, requested_.size());
  }

  // Both questions at once.
  Move best_move(int floor) {
    std::lock_guard lock(mutex_);
    if (requests_between(static_cast<std::size_t>(floor) + 1, requested_.size())) return Move::up;
    return requests_between(0, static_cast<std::size_t>(floor)) ? Move::down : Move::stay;
  }

  // Opens the doors: answers the request on this floor, if there is one.  THROWS: std::out_of_range
  void serve(int floor) {
    std::lock_guard lock(mutex_);
    requested_.at(static_cast<std::size_t>(floor)) = 0;
  }

 private:
  bool requests_between(std::size_t begin, std::size_t end) const {
    return std::find(requested_.begin() + begin, requested_.begin() + end, 1) !=
           requested_.begin() + end;
  }

  std::mutex mutex_;
  std::vector<char> requested_;
};

#endif
