#include "search/strategy/steering.hpp"

#include <algorithm>

namespace heddle::search {
namespace {

const AbstractEvent& read_of(const Constraint& constraint) { return constraint.pair.read; }

}  // namespace

void Steering::begin(const AbstractSchedule& schedule) {
  goals_.clear();
  for (const Constraint& constraint : schedule) {
    const bool is_initial = constraint.pair.write == initial_value(read_of(constraint).object);
    goals_.push_back({constraint, true, false, is_initial});
  }
  open_ = goals_.size();
}

bool Steering::holds(const std::vector<EventUse>& uses) const {
  return std::any_of(uses.begin(), uses.end(), [&](const EventUse& use) {
    return std::any_of(goals_.begin(), goals_.end(),
                       [&](const Goal& goal) { return goal.is_open && violates(use, goal); });
  });
}

void Steering::performs(const std::vector<EventUse>& uses) {
  for (const EventUse& use : uses) {
    for (Goal& goal : goals_) {
      if (use.event.object != read_of(goal.constraint).object) continue;
      if (goal.is_open && violates(use, goal)) close(goal);
      if (use.reads && use.event == read_of(goal.constraint) && goal.is_last &&
          goal.constraint.is_positive) {
        goal.is_satisfied = true;
        close(goal);
      }
      if (use.writes) goal.is_last = use.event == goal.constraint.pair.write;
    }
  }
}

void Steering::give_up() {
  for (Goal& goal : goals_) close(goal);
}

std::vector<ReadsFromPair> Steering::unsatisfied() const {
  std::vector<ReadsFromPair> pairs;
  for (const Goal& goal : goals_) {
    if (goal.constraint.is_positive && !goal.is_satisfied) pairs.push_back(goal.constraint.pair);
  }
  return pairs;
}

bool Steering::violates(const EventUse& use, const Goal& goal) {
  const Constraint& constraint = goal.constraint;
  if (use.event.object != read_of(constraint).object) return false;
  const bool is_read = use.reads && use.event == read_of(constraint);
  if (!constraint.is_positive) return is_read && goal.is_last;
  if (is_read) return !goal.is_last;
  return use.writes && goal.is_last && use.event != constraint.pair.write;
}

void Steering::close(Goal& goal) {
  if (!goal.is_open) return;
  goal.is_open = false;
  --open_;
}

}  // namespace heddle::search
